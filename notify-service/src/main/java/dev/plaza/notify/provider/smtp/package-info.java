/// E-mail by SMTP submission, and the bounces that come back for it.
@NullMarked
package dev.plaza.notify.provider.smtp;

import org.jspecify.annotations.NullMarked;
