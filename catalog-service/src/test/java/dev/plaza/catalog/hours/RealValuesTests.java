package dev.plaza.catalog.hours;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/// How many real values can be read. Runs where a list of values lies (count, tab, value; a header
/// line): `-Dplaza.hours.values=FILE`.
@EnabledIfSystemProperty(named = "plaza.hours.values", matches = ".+")
class RealValuesTests {

  @Test
  void nearlyAllCanBeRead() throws Exception {
    var values =
        Files.readAllLines(Path.of(System.getProperty("plaza.hours.values"))).stream()
            .skip(1)
            .map(it -> it.substring(it.indexOf('\t') + 1))
            .toList();

    var unread = values.stream().filter(it -> !OpeningHours.parse(it).isKnown()).toList();

    System.out.printf(
        "read %d of %d values (%.2f %%)%n",
        values.size() - unread.size(),
        values.size(),
        100.0 * (values.size() - unread.size()) / values.size());
    unread.forEach(it -> System.out.println("  unread: " + it));
    assertThat(unread.size()).isLessThan(values.size() / 20);
  }
}
