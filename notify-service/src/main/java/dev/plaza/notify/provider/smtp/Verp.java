package dev.plaza.notify.provider.smtp;

import java.util.regex.Pattern;

/// An own bounce address for every attempt: `b+<attempt>@bounce.example.org`. Whoever bounces
/// names the attempt by answering to it, whatever the bounce itself looks like.
final class Verp {

  private static final Pattern ATTEMPT = Pattern.compile("[A-Za-z0-9-]{1,48}");

  private Verp() {}

  /// @param address the configured bounce address
  static String of(String address, String attemptId) {
    var at = address.lastIndexOf('@');
    return at < 1 || !ATTEMPT.matcher(attemptId).matches()
        ? address
        : address.substring(0, at) + "+" + attemptId + address.substring(at);
  }
}
