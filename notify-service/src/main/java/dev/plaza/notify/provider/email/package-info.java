/// E-mail over the HTTP interfaces of SendGrid, Amazon SES and Mailgun.
@NullMarked
package dev.plaza.notify.provider.email;

import org.jspecify.annotations.NullMarked;
