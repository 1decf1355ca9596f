package dev.plaza.notify.provider.setup;

import dev.plaza.notify.provider.Provider;
import dev.plaza.notify.provider.email.MailgunProvider;
import dev.plaza.notify.provider.email.MailgunSettings;
import dev.plaza.notify.provider.email.SendGridProvider;
import dev.plaza.notify.provider.email.SendGridSettings;
import dev.plaza.notify.provider.email.SesProvider;
import dev.plaza.notify.provider.email.SesSettings;
import dev.plaza.notify.provider.http.HttpCalls;
import dev.plaza.notify.provider.push.ApnsProvider;
import dev.plaza.notify.provider.push.ApnsSettings;
import dev.plaza.notify.provider.push.FcmProvider;
import dev.plaza.notify.provider.push.FcmSettings;
import dev.plaza.notify.provider.push.WebPushProvider;
import dev.plaza.notify.provider.push.WebPushSettings;
import dev.plaza.notify.provider.sms.KannelProvider;
import dev.plaza.notify.provider.sms.KannelSettings;
import dev.plaza.notify.provider.sms.TwilioProvider;
import dev.plaza.notify.provider.sms.TwilioSettings;
import dev.plaza.notify.provider.smtp.SmtpProvider;
import dev.plaza.notify.provider.smtp.SmtpSettings;
import java.time.Clock;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.BeanRegistrar;
import org.springframework.beans.factory.BeanRegistry;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.core.env.Environment;

/// Registers a [Provider] bean for every `notify.providers.<id>`. Settings are read and checked at
/// the start; nothing else is done before the first message.
final class ProviderBeans implements BeanRegistrar {

  static final String PREFIX = "notify.providers";

  /// What every kind has in common.
  ///
  /// @param weight its share beside the others of its channel; 0: only when they fail
  record Head(@Nullable ProviderKind kind, @DefaultValue("1") int weight) {}

  @Override
  public void register(BeanRegistry registry, Environment environment) {
    var binder = Binder.get(environment);
    var heads = binder.bind(PREFIX, Bindable.mapOf(String.class, Head.class)).orElse(Map.of());
    heads.forEach((id, head) -> register(registry, binder, id, head));
  }

  private static void register(BeanRegistry registry, Binder binder, String id, Head head) {
    var kind = head.kind();
    if (kind == null || head.weight() < 0 || head.weight() > 1_000) {
      throw new IllegalArgumentException(
          PREFIX + "." + id + " needs a `kind`, and a `weight` of 0 to 1000 if any");
    }
    var maker = maker(kind, id, binder);
    registry.registerBean(
        "provider." + id,
        LazyProvider.class,
        spec ->
            spec.supplier(
                beans -> {
                  var http = beans.bean(HttpCalls.class);
                  var clock = beans.bean(Clock.class);
                  return new LazyProvider(id, kind, head.weight(), () -> maker.make(http, clock));
                }));
  }

  private interface Maker {
    Provider make(HttpCalls http, Clock clock);
  }

  private static Maker maker(ProviderKind kind, String id, Binder binder) {
    return switch (kind) {
      case SMTP -> {
        var it = settings(binder, id, SmtpSettings.class);
        yield (_, clock) -> new SmtpProvider(id, it, clock);
      }
      case SENDGRID -> {
        var it = settings(binder, id, SendGridSettings.class);
        yield (http, _) -> new SendGridProvider(id, it, http);
      }
      case SES -> {
        var it = settings(binder, id, SesSettings.class);
        yield (http, clock) -> new SesProvider(id, it, http, clock);
      }
      case MAILGUN -> {
        var it = settings(binder, id, MailgunSettings.class);
        yield (http, _) -> new MailgunProvider(id, it, http);
      }
      case TWILIO -> {
        var it = settings(binder, id, TwilioSettings.class);
        yield (http, clock) -> new TwilioProvider(id, it, http, clock);
      }
      case KANNEL -> {
        var it = settings(binder, id, KannelSettings.class);
        yield (http, _) -> new KannelProvider(id, it, http);
      }
      case FCM -> {
        var it = settings(binder, id, FcmSettings.class);
        yield (http, clock) -> new FcmProvider(id, it, http, clock);
      }
      case APNS -> {
        var it = settings(binder, id, ApnsSettings.class);
        yield (_, clock) -> new ApnsProvider(id, it, clock);
      }
      case WEBPUSH -> {
        var it = settings(binder, id, WebPushSettings.class);
        yield (http, clock) -> new WebPushProvider(id, it, http, clock);
      }
    };
  }

  private static <T> T settings(Binder binder, String id, Class<T> type) {
    return binder.bindOrCreate(PREFIX + "." + id, Bindable.of(type));
  }
}
