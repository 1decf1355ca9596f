package dev.plaza.notify.category;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plaza.notify.provider.Outgoing.Priority;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CategoriesTests {

  private final Categories categories = new Categories(Map.of());

  @Test
  void takesAnyNameForACategoryThatCanBeSwitchedOff() {
    assertThat(categories.find("marketing")).contains(Category.ORDINARY);
    assertThat(categories.find("security").orElseThrow().critical()).isTrue();
  }

  @Test
  void makesAnyCategoryCriticalForACriticalMessage() {
    assertThat(categories.of("marketing", Priority.CRITICAL).critical()).isTrue();
    assertThat(categories.of("marketing", Priority.BULK).critical()).isFalse();
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "Big", "a b", "-a", "a/b", "über"})
  void takesNoNamesThatAreNone(String name) {
    assertThat(categories.find(name)).isEmpty();
  }
}
