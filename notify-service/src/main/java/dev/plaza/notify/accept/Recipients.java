package dev.plaza.notify.accept;

import dev.plaza.notify.address.Recipient;
import dev.plaza.notify.template.Locales;
import dev.plaza.platform.problem.ProblemException;
import java.time.ZoneId;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// Reads recipients as requests name them.
final class Recipients {

  private Recipients() {}

  /// The recipient, or null after its faults were added to the problem.
  static @Nullable Recipient read(ProblemException problem, String at, NotifyRequest.To to) {
    long named = Stream.of(to.userId(), to.email(), to.phone()).filter(Objects::nonNull).count();
    if (named != 1) {
      problem.at(at, "must name exactly one of user_id, email and phone");
      return null;
    }
    locale(problem, at + "/locale", to.locale());
    zone(problem, at + "/zone", to.zone());
    String user = to.userId();
    if (user != null) {
      if (!Recipient.isUserId(user)) {
        problem.at(at + "/user_id", "is no user id");
        return null;
      }
      return Recipient.user(user);
    }
    String email = to.email();
    if (email != null) {
      return Recipient.email(email)
          .orElseGet(() -> fault(problem, at + "/email", "is not one e-mail address"));
    }
    return Recipient.phone(String.valueOf(to.phone()))
        .orElseGet(
            () -> fault(problem, at + "/phone", "is not a phone number with its country code"));
  }

  private static @Nullable Recipient fault(ProblemException problem, String at, String what) {
    problem.at(at, what);
    return null;
  }

  static void locale(ProblemException problem, String at, @Nullable String locale) {
    if (locale != null && !Locales.isTag(locale)) {
      problem.at(at, "is not a language tag");
    }
  }

  static void zone(ProblemException problem, String at, @Nullable String zone) {
    if (zone != null && !ZoneId.getAvailableZoneIds().contains(zone)) {
      problem.at(at, "is no zone of the tz database");
    }
  }
}
