package dev.plaza.notify.category;

import java.time.Duration;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/// `notify.categories.<name>`: those below, and whatever configuration adds or replaces.
@ConfigurationProperties("notify")
public record Categories(@DefaultValue Map<String, Category> categories) {

  private static final Map<String, Category> BUILT_IN = builtIn();

  public Categories {
    var all = new LinkedHashMap<>(BUILT_IN);
    all.putAll(categories);
    categories = Collections.unmodifiableMap(all);
  }

  public Optional<Category> find(String name) {
    return Optional.ofNullable(categories.get(name));
  }

  public Category get(String name) {
    Category found = categories.get(name);
    if (found == null) {
      throw new IllegalStateException("the category " + name + " is configured no more");
    }
    return found;
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
