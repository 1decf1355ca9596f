package dev.plaza.dev.messages;

import java.time.Clock;

/// What all pretended providers share.
///
/// @param webhooks the address below which the platform is called back
record Outside(
    Mailbox mailbox,
    Reports reports,
    SwitchBoard switches,
    Reception reception,
    String webhooks,
    Clock clock) {

  String webhook(String provider) {
    return webhooks + "/" + provider;
  }
}
