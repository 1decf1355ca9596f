package dev.plaza.notify.provider.smtp;

import dev.plaza.notify.provider.HeaderText;
import dev.plaza.notify.provider.Outcome;
import dev.plaza.notify.provider.Outcome.Scope;
import java.time.Duration;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// A server's refusal, and what it means. The enhanced code (RFC 3463) decides where there is one,
/// the stage of the conversation where there is none, and the words only where neither tells.
///
/// | reply | meaning |
/// |---|---|
/// | 421, 454, 4.3.x, 4.4.x | the server: back off |
/// | other 4yz | this recipient: greylisted or full, minutes |
/// | 5.1.1, 5.1.2, 5.1.3, 5.1.6, 5.1.10, 5.2.1 | no such mailbox: suppress |
/// | 5.2.2 | mailbox full: this recipient, not suppressed |
/// | 53y, 5.7.8, relay denied, bad sender | our account: nobody is suppressed |
/// | 552, 554, 5.3.4, 5.6.x, 5.7.x after the data | the message |
record SmtpReply(int code, @Nullable String enhanced, String text, Stage stage) {

  /// What the server was answering.
  enum Stage {
    GREETING,
    SENDER,
    RECIPIENT,
    DATA
  }

  /// Greylisting asks for minutes; sooner would only be refused again.
  static final Duration GREYLIST_PAUSE = Duration.ofMinutes(5);

  private static final Pattern ENHANCED =
      Pattern.compile("\\b([245])\\.(\\d{1,3})\\.(\\d{1,3})\\b");
  private static final Pattern NO_MAILBOX =
      Pattern.compile(
          "(?i)(user|recipient|mailbox|address|account)[^.]{0,40}"
              + "(unknown|not exist|not found|invalid|unavailable|disabled|no longer)"
              + "|no such (user|mailbox|recipient|address|person)|(unknown|invalid) (user|recipient)");
  private static final Pattern ACCOUNT =
      Pattern.compile("(?i)relay|authenticat|sender|not allowed|blocked|blacklist|block list|spam");
  private static final Pattern THROTTLE =
      Pattern.compile("(?i)throttl|rate|too many|try again later");

  static SmtpReply of(int code, @Nullable String response, Stage stage) {
    var text = response == null ? "" : response;
    var match = ENHANCED.matcher(text);
    return new SmtpReply(code, match.find() ? match.group() : null, text, stage);
  }

  Outcome outcome() {
    return code / 100 == 4 ? later() : never();
  }

  /// `smtp_550_5.1.1`
  String name() {
    return "smtp_" + code + (enhanced == null ? "" : "_" + enhanced);
  }

  private Outcome later() {
    var provider =
        code == 421
            || code == 454
            || stage == Stage.GREETING
            || stage == Stage.SENDER
            || about('3')
            || about('4')
            || (about('7') && THROTTLE.matcher(text).find());
    return new Outcome.Transient(
        name(),
        detail(),
        !provider && (code == 450 || code == 451) ? GREYLIST_PAUSE : null,
        provider ? Scope.PROVIDER : Scope.RECIPIENT);
  }

  private Outcome never() {
    if (isAccountFault()) {
      return permanent(Scope.PROVIDER, false);
    }
    if (enhanced != null && isMailboxCode(enhanced)) {
      return permanent(Scope.RECIPIENT, true);
    }
    if (stage == Stage.DATA) {
      return permanent(about('1') || about('2') ? Scope.RECIPIENT : Scope.MESSAGE, false);
    }
    if (enhanced == null && NO_MAILBOX.matcher(text).find()) {
      return permanent(Scope.RECIPIENT, true);
    }
    if (about('3') || about('6') || code == 552) {
      return permanent(about('2') ? Scope.RECIPIENT : Scope.MESSAGE, false);
    }
    return permanent(Scope.RECIPIENT, false);
  }

  private boolean isAccountFault() {
    return stage == Stage.GREETING
        || stage == Stage.SENDER
        || (code >= 500 && code <= 504 && !about('1'))
        || (code >= 530 && code <= 539)
        || "5.1.7".equals(enhanced)
        || "5.1.8".equals(enhanced)
        || "5.7.8".equals(enhanced)
        || (stage == Stage.RECIPIENT && about('7'))
        || (stage == Stage.RECIPIENT && enhanced == null && ACCOUNT.matcher(text).find());
  }

  static boolean isMailboxCode(String enhanced) {
    return switch (enhanced) {
      case "5.1.1", "5.1.2", "5.1.3", "5.1.6", "5.1.10", "5.2.1" -> true;
      default -> false;
    };
  }

  /// Whether the enhanced code's subject is `subject`: 1 address, 2 mailbox, 3 mail system, …
  private boolean about(char subject) {
    return enhanced != null && enhanced.charAt(2) == subject && enhanced.charAt(3) == '.';
  }

  private Outcome permanent(Scope scope, boolean suppress) {
    return new Outcome.Permanent(name(), detail(), scope, suppress);
  }

  private String detail() {
    return HeaderText.detail(text);
  }
}
