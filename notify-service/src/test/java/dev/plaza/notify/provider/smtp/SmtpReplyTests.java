package dev.plaza.notify.provider.smtp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plaza.notify.provider.Outcome;
import dev.plaza.notify.provider.Outcome.Scope;
import dev.plaza.notify.provider.smtp.SmtpReply.Stage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SmtpReplyTests {

  /// Cases 61 (what suppresses, and what is our own fault) and 62 (what is only for now).
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "RECIPIENT|550|550 5.1.1 no such user|P|RECIPIENT|true",
        "RECIPIENT|550|550 5.1.2 bad domain|P|RECIPIENT|true",
        "RECIPIENT|550|550 5.2.1 mailbox disabled|P|RECIPIENT|true",
        "RECIPIENT|550|550 No such user here|P|RECIPIENT|true",
        "RECIPIENT|553|553 unknown recipient|P|RECIPIENT|true",
        "RECIPIENT|552|552 5.2.2 mailbox full|P|RECIPIENT|false",
        "RECIPIENT|550|550 5.7.1 Relaying denied|P|PROVIDER|false",
        "RECIPIENT|550|550 relay not permitted|P|PROVIDER|false",
        "RECIPIENT|554|554 5.7.1 Service unavailable; client blocked using list|P|PROVIDER|false",
        "RECIPIENT|550|550 rejected|P|RECIPIENT|false",
        "RECIPIENT|530|530 5.7.0 Must issue STARTTLS|P|PROVIDER|false",
        "GREETING|535|535 5.7.8 authentication failed|P|PROVIDER|false",
        "SENDER|550|550 5.1.8 sender rejected|P|PROVIDER|false",
        "DATA|552|552 5.3.4 message too big|P|MESSAGE|false",
        "DATA|554|554 5.6.0 content rejected|P|MESSAGE|false",
        "DATA|550|550 5.7.1 looks like spam|P|MESSAGE|false",
        "DATA|550|550 5.1.1 user unknown|P|RECIPIENT|true",
        "RECIPIENT|450|450 4.2.0 greylisted|T|RECIPIENT|",
        "RECIPIENT|451|451 4.7.1 greylisting in action|T|RECIPIENT|",
        "RECIPIENT|452|452 4.2.2 mailbox full|T|RECIPIENT|",
        "RECIPIENT|421|421 4.7.0 closing|T|PROVIDER|",
        "DATA|454|454 Throttling failure: Maximum sending rate exceeded|T|PROVIDER|",
        "RECIPIENT|451|451 4.3.0 internal error|T|PROVIDER|",
        "RECIPIENT|450|450 4.7.28 rate limited, too many mails|T|PROVIDER|",
        "GREETING|454|454 4.7.0 temporary authentication failure|T|PROVIDER|"
      })
  void tellsWhatARefusalMeans(
      Stage stage, int code, String text, String kind, Scope scope, Boolean suppress) {
    var outcome = SmtpReply.of(code, text, stage).outcome();

    switch (outcome) {
      case Outcome.Permanent it -> {
        assertThat(kind).isEqualTo("P");
        assertThat(it.scope()).isEqualTo(scope);
        assertThat(it.suppress()).isEqualTo(suppress);
      }
      case Outcome.Transient it -> {
        assertThat(kind).isEqualTo("T");
        assertThat(it.scope()).isEqualTo(scope);
      }
      case Outcome.Accepted _, Outcome.Unknown _ -> throw new AssertionError(outcome);
    }
  }

  @Test
  void waitsMinutesForAGreylist() {
    var outcome = SmtpReply.of(451, "451 4.7.1 greylisted", Stage.RECIPIENT).outcome();

    assertThat(((Outcome.Transient) outcome).retryAfter()).isEqualTo(SmtpReply.GREYLIST_PAUSE);
  }

  @Test
  void repeatsNobodysAddress() {
    var outcome =
        (Outcome.Permanent)
            SmtpReply.of(550, "550 5.1.1 <ana@example.org> unknown", Stage.RECIPIENT).outcome();

    assertThat(outcome.code()).isEqualTo("smtp_550_5.1.1");
    assertThat(outcome.detail()).doesNotContain("ana").contains("unknown");
  }
}
