package dev.plaza.dev.launcher;

import dev.plaza.dev.messages.Sandbox;
import java.util.Map;
import java.util.TreeMap;

/// Sends everything that the notify service lets out to the pretended providers: e-mail by SMTP
/// and SendGrid, SMS by Twilio and Kannel, push by FCM, APNs and Web Push.
final class MessageRoutes {

  private static final String HERE = "{message-providers}";
  private static final String KEYS = "file:{data}/message-providers/";

  static final Map<String, String> SETTINGS = settings();

  private MessageRoutes() {}

  private static Map<String, String> settings() {
    var settings = new TreeMap<String, String>();
    settings.put("notify.unsubscribe.base", "{gateway}");
    email(settings);
    sms(settings);
    push(settings);
    return Map.copyOf(settings);
  }

  private static void email(Map<String, String> settings) {
    put(settings, "providers.smtp", "kind", "smtp", "weight", "60", "host", "127.0.0.1");
    put(settings, "providers.smtp", "port", "{smtp-port}", "tls", "none");
    put(settings, "providers.smtp", "bounce-address", "b@bounce.sandbox.example");
    put(settings, "webhooks.smtp", "kind", "bounce", "key", Sandbox.BOUNCE_KEY);
    put(settings, "providers.sendgrid", "kind", "sendgrid", "weight", "40");
    put(settings, "providers.sendgrid", "base-url", HERE + "/sendgrid", "api-key", Sandbox.API_KEY);
    put(settings, "webhooks.sendgrid", "kind", "sendgrid", "key", KEYS + "sendgrid.pub");
  }

  private static void sms(Map<String, String> settings) {
    put(settings, "providers.twilio", "kind", "twilio", "weight", "50", "from", "+43720000000");
    put(settings, "providers.twilio", "base-url", HERE + "/twilio");
    put(settings, "providers.twilio", "account-sid", Sandbox.ACCOUNT);
    put(settings, "providers.twilio", "auth-token", Sandbox.TWILIO_TOKEN);
    put(settings, "providers.twilio", "callback-url", "{gateway}/webhooks/twilio");
    put(settings, "webhooks.twilio", "kind", "twilio", "key", Sandbox.TWILIO_TOKEN);
    put(settings, "webhooks.twilio", "url", "{gateway}/webhooks/twilio");
    put(settings, "providers.kannel", "kind", "kannel", "weight", "50", "from", "Plaza");
    put(settings, "providers.kannel", "base-url", HERE + "/kannel", "username", "plaza");
    put(settings, "providers.kannel", "password", Sandbox.KANNEL_PASSWORD);
    put(settings, "providers.kannel", "callback-url", "{gateway}/webhooks/kannel");
    put(settings, "providers.kannel", "callback-key", Sandbox.KANNEL_CALLBACK_KEY);
    put(settings, "webhooks.kannel", "kind", "kannel", "key", Sandbox.KANNEL_CALLBACK_KEY);
  }

  private static void push(Map<String, String> settings) {
    put(settings, "providers.fcm", "kind", "fcm", "base-url", HERE + "/fcm");
    put(settings, "providers.fcm", "credentials", KEYS + "fcm.json");
    put(settings, "providers.apns", "kind", "apns", "topic", "example.plaza");
    put(settings, "providers.apns", "base-url", "https://localhost:{apns-port}");
    put(settings, "providers.apns", "team-id", "SANDBOX", "key-id", "SANDBOX");
    put(settings, "providers.apns", "key", KEYS + "apns.p8", "ca-certificate", KEYS + "apns.pem");
    put(settings, "providers.webpush", "kind", "webpush", "origins", HERE);
    put(settings, "providers.webpush", "subject", "mailto:ops@sandbox.example");
    put(settings, "providers.webpush", "public-key", KEYS + "vapid.pub");
    put(settings, "providers.webpush", "private-key", KEYS + "vapid.key");
  }

  private static void put(Map<String, String> settings, String of, String... namesAndValues) {
    for (var i = 0; i < namesAndValues.length; i += 2) {
      settings.put("notify." + of + "." + namesAndValues[i], namesAndValues[i + 1]);
    }
  }
}
