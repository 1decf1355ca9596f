package dev.plaza.catalog.menu;

import static dev.plaza.catalog.menu.MenuFixture.LIMITS;
import static dev.plaza.catalog.menu.MenuFixture.menuWith;
import static dev.plaza.catalog.menu.MenuFixture.nested;
import static dev.plaza.catalog.menu.MenuFixture.read;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.plaza.platform.problem.ProblemException;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MenuRulesTests {

  @Test
  void readsAMenuWithNestedGroups() {
    var menu = read(menuWith(nested(LIMITS.nestingMax())));

    var group = menu.items().getFirst().modifierGroups().getFirst();
    assertThat(group.min()).isEqualTo(1);
    assertThat(group.maxPerOption()).isEqualTo(1);
    assertThat(group.options().getFirst().modifierGroups().getFirst().id()).isEqualTo("g2");
  }

  @Test
  void groupWithoutLimitsAllowsEachOptionOnce() {
    var menu =
        read(
            menuWith(
                """
                [{"id":"g","name":"G","max_per_option":3,
                  "options":[{"id":"o","name":"O"},{"id":"p","name":"P","price":50}]}]
                """));

    var group = menu.items().getFirst().modifierGroups().getFirst();
    assertThat(group.min()).isZero();
    assertThat(group.max()).isEqualTo(6);
    assertThat(group.options().getFirst().price()).isZero();
    assertThat(group.options().getFirst().available()).isTrue();
  }

  @Test
  void absentStateIsTheStateNow() {
    var request =
        MenuFixture.JSON.readValue(
            """
            {"categories":[{"id":"c","name":"C","items":[
              {"sku":"a","name":"A","price":1},
              {"sku":"b","name":"B","price":1,"available":true,"stock":9}]}]}
            """,
            MenuRequest.class);

    var menu = MenuRules.menu(request, "EUR", LIMITS, sku -> new ItemState(sku, false, 4, 7));

    assertThat(menu.items().get(0).available()).isFalse();
    assertThat(menu.items().get(0).stock()).isEqualTo(4);
    assertThat(menu.items().get(1).available()).isTrue();
    assertThat(menu.items().get(1).stock()).isEqualTo(9);
  }

  @ParameterizedTest(name = "{1}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          {} | /categories
          {"categories":[null]} | /categories/0
          {"categories":[{"id":"c","items":[]}]} | /categories/0/name
          {"categories":[{"id":"no blanks","name":"C"}]} | /categories/0/id
          {"categories":[{"id":"c","name":"C"},{"id":"c","name":"D"}]} | /categories/1/id
          {"currency":"USD","categories":[]} | /currency
          {"categories":[{"id":"c","name":"C","items":[{"name":"A","price":1}]}]} | /categories/0/items/0/sku
          {"categories":[{"id":"c","name":"C","items":[{"sku":"a/b","name":"A","price":1}]}]} | /categories/0/items/0/sku
          {"categories":[{"id":"c","name":"C","items":[{"sku":"a","name":"A"}]}]} | /categories/0/items/0/price
          {"categories":[{"id":"c","name":"C","items":[{"sku":"a","name":"A","price":-1}]}]} | /categories/0/items/0/price
          {"categories":[{"id":"c","name":"C","items":[{"sku":"a","name":"A","price":1,"stock":-1}]}]} | /categories/0/items/0/stock
          {"categories":[{"id":"c","name":"C","items":[{"sku":"a","name":"A","price":1,"tax_category":"cars"}]}]} | /categories/0/items/0/tax_category
          {"categories":[{"id":"c","name":"C","items":[{"sku":"a","name":"A","price":1},{"sku":"a","name":"B","price":1}]}]} | /categories/0/items/1/sku
          {"categories":[{"id":"c","name":"C","items":[{"sku":"a","name":"A","price":1,"day_parts":[{"name":"L","from":"9:00","to":"12:00"}]}]}]} | /categories/0/items/0/day_parts/0/from
          {"categories":[{"id":"c","name":"C","items":[{"sku":"a","name":"A","price":1,"day_parts":[{"name":"L","from":"09:00","to":"09:00"}]}]}]} | /categories/0/items/0/day_parts/0
          """)
  void refusesWithAPointer(String json, String pointer) {
    assertThat(pointers(json)).containsExactly(pointer);
  }

  @ParameterizedTest(name = "{1}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          [{"id":"g","name":"G","min":2,"max":1,"options":[{"id":"o","name":"O"},{"id":"p","name":"P"}]}] | /min
          [{"id":"g","name":"G","min":3,"max":3,"options":[{"id":"o","name":"O"},{"id":"p","name":"P"}]}] | /min
          [{"id":"g","name":"G","min":-1,"max":1,"options":[{"id":"o","name":"O"}]}] | /min
          [{"id":"g","name":"G","min":0,"max":0,"options":[{"id":"o","name":"O"}]}] | /max
          [{"id":"g","name":"G","min":0,"max":1,"options":[]}] | /options
          [{"id":"g","name":"G","max_per_option":0,"options":[{"id":"o","name":"O"}]}] | /max_per_option
          [{"id":"g","name":"G","options":[{"id":"o","name":"O"},{"id":"o","name":"P"}]}] | /options/1/id
          [{"id":"g","name":"G","options":[{"id":"o","name":"O","price":-5}]}] | /options/0/price
          [{"id":"g","name":"G","options":[{"id":"o","name":"O","modifier_groups":[{"id":"g","name":"H","options":[{"id":"p","name":"P"}]}]}]}] | /options/0/modifier_groups/0/id
          [{"id":"g","name":"G","options":[{"id":"o","name":"O","modifier_groups":[{"id":"h","name":"H","options":[{"id":"o","name":"P"}]}]}]}] | /options/0/modifier_groups/0/options/0/id
          """)
  void refusesGroupsWithAPointer(String groups, String pointer) {
    assertThat(pointers(menuWith(groups)))
        .containsExactly("/categories/0/items/0/modifier_groups/0" + pointer);
  }

  @Test
  void nestingEndsAtTheLimit() {
    assertThat(pointers(menuWith(nested(LIMITS.nestingMax())))).isEmpty();
    assertThat(pointers(menuWith(nested(LIMITS.nestingMax() + 1))))
        .singleElement()
        .asString()
        .endsWith("/modifier_groups");
  }

  @Test
  void itemsEndAtTheLimit() {
    assertThat(pointers(menuOf(LIMITS.itemsMax(), 1))).isEmpty();
    assertThat(pointers(menuOf(LIMITS.itemsMax(), 2))).isNotEmpty();
  }

  @Test
  void showsOnlySoManyErrors() {
    var items =
        IntStream.range(0, 200).mapToObj(_ -> "{\"sku\":\"\"}").collect(Collectors.joining(","));
    var json = "{\"categories\":[{\"id\":\"c\",\"name\":\"C\",\"items\":[" + items + "]}]}";

    assertThat(pointers(json)).hasSize(LIMITS.errorsShownMax());
  }

  @Test
  void keepsEmojiAndRightToLeftTextAndRefusesHalfCharacters() {
    var json =
        """
        {"categories":[{"id":"c","name":"%s","items":[]}]}
        """;

    assertThat(read(json.formatted("\uD83C\uDF55 שלום")).categories().getFirst().name())
        .isEqualTo("\uD83C\uDF55 שלום");
    assertThat(pointers(json.formatted("a\\ud83c"))).containsExactly("/categories/0/name");
  }

  @Test
  void longTextEndsAtTheLimit() {
    var json = "{\"categories\":[{\"id\":\"c\",\"name\":\"%s\"}]}";

    assertThat(pointers(json.formatted("x".repeat(200)))).isEmpty();
    assertThat(pointers(json.formatted("x".repeat(201)))).containsExactly("/categories/0/name");
  }

  private static String menuOf(int first, int categories) {
    return "{\"categories\":["
        + IntStream.range(0, categories)
            .mapToObj(
                c ->
                    "{\"id\":\"c%d\",\"name\":\"C\",\"items\":[".formatted(c)
                        + IntStream.range(0, c == 0 ? first : 1)
                            .mapToObj(
                                i ->
                                    "{\"sku\":\"s%d-%d\",\"name\":\"A\",\"price\":1}"
                                        .formatted(c, i))
                            .collect(Collectors.joining(","))
                        + "]}")
            .collect(Collectors.joining(","))
        + "]}";
  }

  private static java.util.List<String> pointers(String json) {
    var problem = catchThrowableOfType(ProblemException.class, () -> read(json));
    return problem == null
        ? java.util.List.of()
        : problem.errors().stream().map(ProblemException.FieldError::pointer).toList();
  }
}
