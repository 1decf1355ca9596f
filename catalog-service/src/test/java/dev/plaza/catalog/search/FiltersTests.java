package dev.plaza.catalog.search;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.plaza.platform.problem.ProblemException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FiltersTests {

  @Test
  void readsThemAll() {
    assertThat(Filters.parse("cuisine:thai|Ramen,price:1-2,open_now,min_rating:4"))
        .isEqualTo(new Filters(List.of("ramen", "thai"), 1, 2, true, 4));
    assertThat(Filters.parse("price:3")).isEqualTo(new Filters(List.of(), 3, 3, false, 0));
    assertThat(Filters.parse("open_now:false")).isEqualTo(Filters.NONE);
    assertThat(Filters.parse(null)).isEqualTo(Filters.NONE);
    assertThat(Filters.parse(" , ")).isEqualTo(Filters.NONE);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "price:0",
        "price:5",
        "price:2-1",
        "price:1-",
        "price:a",
        "price",
        "cuisine:",
        "cuisine:|",
        "min_rating:6",
        "min_rating:5.1",
        "min_rating:NaN",
        "min_rating:-1",
        "open_now:maybe",
        "colour:red",
        "x"
      })
  void refusesWhatItDoesNotKnow(String text) {
    assertThatThrownBy(() -> Filters.parse(text))
        .isInstanceOfSatisfying(
            ProblemException.class,
            it -> {
              assertThat(it.code().status()).isEqualTo(400);
              assertThat(it.errors().getFirst().pointer()).isEqualTo("filters");
            });
  }

  @Test
  void sameFiltersHaveOneCanonicalForm() {
    assertThat(Filters.parse("open_now,cuisine:b|a").canonical())
        .isEqualTo(Filters.parse("cuisine:a|b,open_now:true").canonical());
  }
}
