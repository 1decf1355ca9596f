package dev.plaza.notify.category;

import dev.plaza.notify.provider.Outgoing.Priority;
import java.time.Duration;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/// `notify.categories.<name>`: those below, and whatever configuration adds or replaces. Any other
/// name is a category too, one with [the ordinary rules][Category#ORDINARY]: teams invent subjects
/// of their own without asking the operator.
@ConfigurationProperties("notify")
public record Categories(@DefaultValue Map<String, Category> categories) {

  /// What a name looks like, for error messages.
  public static final String NAME_RULE = "is not 1 to 64 of a-z, 0-9, _, - and .";

  private static final Pattern NAME = Pattern.compile("[a-z0-9][a-z0-9_.-]{0,63}");
  private static final Map<String, Category> BUILT_IN = builtIn();

  public Categories {
    var all = new LinkedHashMap<>(BUILT_IN);
    all.putAll(categories);
    categories = Collections.unmodifiableMap(all);
  }

  /// The rules of a category; empty when the name is none.
  public Optional<Category> find(String name) {
    return NAME.matcher(name).matches()
        ? Optional.of(categories.getOrDefault(name, Category.ORDINARY))
        : Optional.empty();
  }

  /// The rules for one message: whoever sends it as critical makes it so, whatever it is about.
  public Category of(String name, Priority priority) {
    Category found = find(name).orElse(Category.ORDINARY);
    return priority == Priority.CRITICAL ? found.asCritical() : found;
  }

  private static Map<String, Category> builtIn() {
    var all = new LinkedHashMap<String, Category>();
    all.put("security", Category.critical(Duration.ofMinutes(30)));
    all.put("order", new Category(false, false, null, null, hours(2), hours(1), null));
    all.put("work", new Category(false, false, null, null, hours(1), hours(1), null));
    all.put("account", new Category(false, true, null, null, hours(24), hours(1), null));
    all.put(
        "social", new Category(false, true, 20, Duration.ofMinutes(10), hours(24), hours(1), null));
    all.put("news", new Category(false, true, 3, null, hours(24), hours(24), null));
    return all;
  }

  private static Duration hours(int hours) {
    return Duration.ofHours(hours);
  }
}
