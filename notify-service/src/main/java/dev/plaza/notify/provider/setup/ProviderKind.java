package dev.plaza.notify.provider.setup;

import dev.plaza.notify.provider.Channel;
import dev.plaza.notify.provider.Outgoing;
import dev.plaza.notify.provider.Outgoing.Device;
import dev.plaza.notify.provider.Outgoing.Push;

/// The kinds of provider there are: `notify.providers.<id>.kind`.
enum ProviderKind {
  SMTP(Channel.EMAIL),
  SENDGRID(Channel.EMAIL),
  SES(Channel.EMAIL),
  MAILGUN(Channel.EMAIL),
  TWILIO(Channel.SMS),
  KANNEL(Channel.SMS),
  FCM(Channel.PUSH),
  APNS(Channel.PUSH),
  WEBPUSH(Channel.PUSH);

  private final Channel channel;

  ProviderKind(Channel channel) {
    this.channel = channel;
  }

  Channel channel() {
    return channel;
  }

  boolean takes(Outgoing message) {
    return switch (this) {
      case FCM -> reaches(message, Device.Kind.FCM);
      case APNS -> reaches(message, Device.Kind.APNS);
      case WEBPUSH -> reaches(message, Device.Kind.WEB_PUSH);
      case SMTP, SENDGRID, SES, MAILGUN, TWILIO, KANNEL -> message.channel() == channel;
    };
  }

  private static boolean reaches(Outgoing message, Device.Kind kind) {
    return message instanceof Push push && push.device().kind() == kind;
  }
}
