package dev.plaza.notify.webhook;

/// One provider's way of calling us.
interface Webhook {

  /// Verifies the call on its raw bytes, and only then reads it. Ends with a problem if it is not
  /// believed or cannot be read; what is believed but means nothing to us is left out.
  Reading read(Call call);
}
