package dev.plaza.notify.provider;

import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// How one sending ended, as far as it is known.
///
/// Codes are short and bounded (`smtp_550_5.1.1`, `http_429`, `Unregistered`): fit for metrics.
/// Details are the provider's words, cut short and without addresses or secrets.
public sealed interface Outcome {

  /// What the failure speaks about, and so what it should make the caller doubt.
  enum Scope {
    /// This address or device.
    RECIPIENT,
    /// This message: its size, its content, its form.
    MESSAGE,
    /// The provider or our account with it; another provider may well succeed.
    PROVIDER
  }

  /// The provider took it over.
  ///
  /// @param providerRef its id for the message; reports carry it
  record Accepted(String providerRef) implements Outcome {}

  /// Refused; the same again would be refused again.
  ///
  /// @param suppress whether this address or device must not be tried again
  /// @param invalidSince when the device became invalid: one registered later stays; null: unknown
  record Permanent(
      String code, String detail, Scope scope, boolean suppress, @Nullable Instant invalidSince)
      implements Outcome {

    public Permanent(String code, String detail, Scope scope, boolean suppress) {
      this(code, detail, scope, suppress, null);
    }
  }

  /// Not taken over, certainly; later or elsewhere it may be.
  ///
  /// @param retryAfter the pause the provider asked for; null: it named none
  record Transient(String code, String detail, @Nullable Duration retryAfter, Scope scope)
      implements Outcome {}

  /// It may have been taken over or not: no answer came after everything was sent. Sending again
  /// could double it; the provider's report settles it.
  record Unknown(String detail) implements Outcome {}
}
