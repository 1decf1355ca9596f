package dev.plaza.notify.template;

import dev.plaza.notify.provider.Channel;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// One version of a template; it never changes.
///
/// @param content by locale tag as it was written
public record Template(
    String key,
    int version,
    String category,
    Map<String, Variable> variables,
    Map<String, Content> content) {

  /// The channels it says something on, in some locale.
  public Set<Channel> channels() {
    var channels = EnumSet.noneOf(Channel.class);
    for (Channel channel : Channel.values()) {
      if (content.values().stream().anyMatch(it -> it.has(channel))) {
        channels.add(channel);
      }
    }
    return channels;
  }

  /// The best locale for a person that has this channel; empty when not even the default has it.
  public Optional<String> localeFor(String wanted, String fallback, Channel channel) {
    var offered =
        content.entrySet().stream()
            .filter(it -> it.getValue().has(channel))
            .map(Map.Entry::getKey)
            .toList();
    return Locales.best(wanted, fallback, offered);
  }

  Content in(String locale) {
    Content found = content.get(locale);
    if (found == null) {
      throw new IllegalArgumentException("no content in " + locale);
    }
    return found;
  }

  /// The names of required variables that are absent or null. Null is no value; "" is one.
  public List<String> missing(Map<String, ?> data) {
    var missing = new ArrayList<String>();
    variables.forEach(
        (name, variable) -> {
          if (variable.isRequired() && data.get(name) == null && variable.fallback() == null) {
            missing.add(name);
          }
        });
    return missing;
  }

  /// The data with defaults where nothing was given.
  Map<String, Object> completed(Map<String, ?> data) {
    var all = new HashMap<String, Object>();
    variables.forEach(
        (name, variable) -> {
          if (variable.fallback() != null) {
            all.put(name, variable.fallback());
          }
        });
    data.forEach(
        (name, value) -> {
          if (value != null) {
            all.put(name, value);
          }
        });
    return all;
  }
}
