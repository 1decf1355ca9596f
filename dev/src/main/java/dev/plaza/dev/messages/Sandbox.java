package dev.plaza.dev.messages;

/// What the pretended providers and the notify service of the local stack agree on. No secrets:
/// they open nothing outside of it.
public final class Sandbox {

  public static final int PORT = 8092;
  public static final int SMTP_PORT = 18025;
  public static final int APNS_PORT = 18443;
  public static final String API_KEY = "sandbox-key";
  public static final String ACCOUNT = "AC00000000000000000000000000000000";
  public static final String TWILIO_TOKEN = "sandbox-twilio-token";
  public static final String MAILGUN_KEY = "sandbox-mailgun-key";
  public static final String KANNEL_PASSWORD = "sandbox-kannel";
  public static final String KANNEL_CALLBACK_KEY = "sandbox-kannel-callback";
  public static final String BOUNCE_KEY = "sandbox-bounce-key";
  public static final String TOPIC = "arn:aws:sns:eu-central-1:000000000000:sandbox";

  private Sandbox() {}
}
