/// Short messages by Twilio and by a Kannel gateway.
@NullMarked
package dev.plaza.notify.provider.sms;

import org.jspecify.annotations.NullMarked;
