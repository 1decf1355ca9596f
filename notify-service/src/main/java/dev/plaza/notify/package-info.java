/// Notifications over e-mail, SMS, push and in-app: decided, explained, never sent twice.
@NullMarked
package dev.plaza.notify;

import org.jspecify.annotations.NullMarked;
