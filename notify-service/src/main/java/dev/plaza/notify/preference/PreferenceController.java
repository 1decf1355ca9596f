package dev.plaza.notify.preference;

import dev.plaza.notify.address.Recipient;
import dev.plaza.notify.category.Categories;
import dev.plaza.notify.category.Channels;
import dev.plaza.notify.provider.Channel;
import dev.plaza.platform.problem.CommonProblem;
import dev.plaza.platform.problem.ProblemException;
import dev.plaza.platform.security.Caller;
import java.time.DateTimeException;
import java.time.LocalTime;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.IllformedLocaleException;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.context.ApplicationEventPublisher;
import org.springframework.transaction.annotation.Transactional;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

/// A user's own preferences.
@RestController
@RequestMapping("/preferences")
class PreferenceController {

  private static final int CATEGORIES_MAX = 200;

  private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("HH:mm");

  private final People people;
  private final Consents consents;
  private final Categories categories;
  private final ApplicationEventPublisher events;

  PreferenceController(
      People people, Consents consents, Categories categories, ApplicationEventPublisher events) {
    this.people = people;
    this.consents = consents;
    this.categories = categories;
    this.events = events;
  }

  record Quiet(@Nullable String start, @Nullable String end) {}

  /// @param categories by category and channel; what is not named is allowed
  record Preferences(
      @Nullable Map<String, Map<String, Boolean>> categories,
      @Nullable Quiet quietHours,
      @Nullable String zone,
      @Nullable String locale) {}

  @GetMapping
  Preferences get(Caller caller) {
    return view(caller);
  }

  /// Replaces them as a whole. A zone or locale that is not named is the one that was shown: hours
  /// of silence by another zone than the reader saw would be somebody else's.
  @PutMapping
  @Transactional
  Preferences put(@RequestBody Preferences wanted, Caller caller) {
    var problem = new ProblemException(CommonProblem.INVALID, "See the errors.");
    QuietHours quiet = quiet(problem, wanted.quietHours());
    checkZone(problem, wanted.zone());
    checkLocale(problem, wanted.locale());
    Map<String, Map<String, Boolean>> all =
        wanted.categories() == null ? Map.of() : wanted.categories();
    if (all.size() > CATEGORIES_MAX) {
      throw problem.at("/categories", "has more than " + CATEGORIES_MAX + " members");
    }
    all.forEach((category, channels) -> checkCategory(problem, category, channels));
    if (!problem.errors().isEmpty()) {
      throw problem;
    }
    String recipient = Recipient.user(caller.subject()).key();
    Preferences shown = view(caller);
    people.prefer(
        caller.subject(),
        quiet,
        wanted.zone() == null ? shown.zone() : wanted.zone(),
        wanted.locale() == null ? shown.locale() : wanted.locale());
    consents.clear(recipient);
    all.forEach(
        (category, channels) ->
            channels.forEach(
                (channel, allowed) ->
                    consents.set(
                        recipient, category, Channels.get(channel), allowed, "preferences")));
    events.publishEvent(new PreferencesChanged(recipient));
    return view(caller);
  }

  private Preferences view(Caller caller) {
    Person person = people.get(caller.subject());
    var all = new LinkedHashMap<String, Map<String, Boolean>>();
    categories.categories().keySet().forEach(name -> all.put(name, everywhere()));
    consents
        .of(Recipient.user(caller.subject()).key())
        .forEach(
            it ->
                all.computeIfAbsent(it.category(), _ -> everywhere())
                    .put(it.channel(), it.allowed()));
    QuietHours quiet = person.quiet();
    return new Preferences(
        all,
        quiet == null ? null : new Quiet(TIME.format(quiet.start()), TIME.format(quiet.end())),
        person.zone() == null ? caller.zone().getId() : person.zone(),
        person.locale() == null ? caller.locale().toLanguageTag() : person.locale());
  }

  private static Map<String, Boolean> everywhere() {
    var channels = new LinkedHashMap<String, Boolean>();
    for (Channel channel : Channel.values()) {
      channels.put(Channels.name(channel), true);
    }
    return channels;
  }

  private void checkCategory(
      ProblemException problem, String name, @Nullable Map<String, Boolean> channels) {
    String at = "/categories/" + name;
    var category = categories.find(name);
    if (category.isEmpty()) {
      problem.at(at, Categories.NAME_RULE);
      return;
    }
    if (channels == null) {
      problem.at(at, "is not an object of channels");
      return;
    }
    channels.forEach(
        (channel, allowed) -> {
          if (Channels.find(channel).isEmpty()) {
            problem.at(at + "/" + channel, "is no channel");
          } else if (allowed == null) {
            problem.at(at + "/" + channel, "is neither true nor false");
          } else if (category.get().critical() && !allowed) {
            problem.at(at + "/" + channel, "cannot be switched off");
          }
        });
  }

  private static @Nullable QuietHours quiet(ProblemException problem, @Nullable Quiet quiet) {
    if (quiet == null) {
      return null;
    }
    LocalTime start = time(problem, "/quiet_hours/start", quiet.start());
    LocalTime end = time(problem, "/quiet_hours/end", quiet.end());
    return start == null || end == null ? null : new QuietHours(start, end);
  }

  private static @Nullable LocalTime time(
      ProblemException problem, String at, @Nullable String text) {
    try {
      if (text != null) {
        return LocalTime.parse(text, TIME);
      }
    } catch (DateTimeException _) {
      // told below
    }
    problem.at(at, "is not a time like 22:00");
    return null;
  }

  private static void checkZone(ProblemException problem, @Nullable String zone) {
    if (zone != null && !ZoneId.getAvailableZoneIds().contains(zone)) {
      problem.at("/zone", "is no zone of the tz database");
    }
  }

  private static void checkLocale(ProblemException problem, @Nullable String tag) {
    try {
      if (tag == null
          || !new Locale.Builder()
              .setLanguageTag(tag.replace('_', '-'))
              .build()
              .getLanguage()
              .isEmpty()) {
        return;
      }
    } catch (IllformedLocaleException _) {
      // told below
    }
    problem.at("/locale", "is not a language tag");
  }
}
