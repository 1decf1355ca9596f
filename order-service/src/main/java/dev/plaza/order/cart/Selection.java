package dev.plaza.order.cart;

import dev.plaza.order.restaurant.Menu;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The choices of one line, held against the groups of its item.
///
/// Each group's rules are checked at each level: `min` and `max` count with quantity, and
/// `maxPerOption` bounds one option. A required group that nobody chose from is a flaw: nothing
/// is ever filled in. Choices of a nested group may stand inside their option or beside it, as
/// long as only one place can be meant.
///
/// @param flaws empty: `picked` is right and in the menu's order
public record Selection(List<Picked> picked, List<Flaw> flaws) {

  public static Selection of(Menu.Item item, List<Choice> choices) {
    var flaws = new ArrayList<Flaw>();
    var asked = new ArrayList<Asked>();
    for (int i = 0; i < choices.size(); i++) {
      asked.add(new Asked("/modifiers/" + i, choices.get(i)));
    }
    var picked = pick(item.groups(), asked, "", 1, flaws);
    return new Selection(picked, List.copyOf(flaws));
  }

  /// What one piece pays for its modifiers.
  public long cost() {
    return Picked.cost(picked);
  }

  /// Whether all that was chosen can be had now.
  public boolean isAvailable() {
    return picked.stream().allMatch(Picked::wholly);
  }

  public List<Choice> choices() {
    return picked.stream().map(Picked::choice).toList();
  }

  /// A choice and where the request has it.
  private record Asked(String pointer, Choice choice) {

    List<Asked> nested() {
      var nested = new ArrayList<Asked>();
      for (int i = 0; i < choice.nested().size(); i++) {
        nested.add(new Asked(pointer + "/modifiers/" + i, choice.nested().get(i)));
      }
      return nested;
    }
  }

  /// An option of a group with what was asked within it.
  private record Place(Menu.Group group, Menu.Option option, Asked first, List<Asked> inside) {}

  private static List<Picked> pick(
      List<Menu.Group> groups, List<Asked> asked, String at, int depth, List<Flaw> flaws) {
    if (groups.isEmpty() && asked.isEmpty()) {
      return List.of();
    }
    if (depth > CartLimits.NESTING) {
      flaws.add(
          new Flaw.Wrong(
              at + "/modifiers",
              CartProblem.MODIFIERS_TOO_DEEP,
              "choices are nested at most " + CartLimits.NESTING + " deep"));
      return List.of();
    }
    var places = new ArrayList<Place>();
    var elsewhere = new ArrayList<Asked>();
    for (Asked it : asked) {
      var found = places(groups, it);
      switch (found.size()) {
        case 0 -> elsewhere.add(it);
        case 1 -> places.add(found.getFirst());
        default -> flaws.add(ambiguous(it));
      }
    }
    for (Asked it : elsewhere) {
      hand(it, places, flaws);
    }
    var merged = new LinkedHashMap<Key, Picked>();
    for (Place it : places) {
      var nested = pick(it.option().groups(), it.inside(), it.first().pointer(), depth + 1, flaws);
      merged.merge(
          new Key(it.group().id(), it.option().id(), nested),
          picked(it, nested),
          Selection::together);
    }
    return checked(groups, merged, at, flaws);
  }

  private record Key(String groupId, String optionId, List<Picked> nested) {}

  private static Picked picked(Place place, List<Picked> nested) {
    return new Picked(
        place.group().id(),
        place.option().id(),
        place.option().name(),
        place.first().choice().times(),
        place.option().price(),
        place.option().available(),
        nested);
  }

  private static Picked together(Picked a, Picked b) {
    return new Picked(
        a.groupId(),
        a.optionId(),
        a.name(),
        a.quantity() + b.quantity(),
        a.price(),
        a.available(),
        a.modifiers());
  }

  /// Every group of this level that has the option.
  private static List<Place> places(List<Menu.Group> groups, Asked asked) {
    var found = new ArrayList<Place>();
    for (Menu.Group group : groups) {
      if (mayMean(asked.choice().groupId(), group)) {
        group
            .option(asked.choice().optionId())
            .ifPresent(it -> found.add(new Place(group, it, asked, asked.nested())));
      }
    }
    return found;
  }

  private static boolean mayMean(@Nullable String groupId, Menu.Group group) {
    return groupId == null || groupId.equals(group.id());
  }

  /// Hands a choice that stands beside its option down to the one option it can belong to.
  private static void hand(Asked asked, List<Place> places, List<Flaw> flaws) {
    var takers =
        places.stream().filter(it -> offers(it.option().groups(), asked.choice(), 1)).toList();
    switch (takers.size()) {
      case 0 ->
          flaws.add(
              new Flaw.Wrong(
                  asked.pointer(),
                  CartProblem.MODIFIER_UNKNOWN,
                  "is not offered with this item and these choices"));
      case 1 -> {
        int index = places.indexOf(takers.getFirst());
        Place taker = takers.getFirst();
        var inside = new ArrayList<>(taker.inside());
        inside.add(asked);
        places.set(index, new Place(taker.group(), taker.option(), taker.first(), inside));
      }
      default -> flaws.add(ambiguous(asked));
    }
  }

  private static boolean offers(List<Menu.Group> groups, Choice choice, int depth) {
    return depth <= CartLimits.NESTING
        && groups.stream()
            .anyMatch(
                group ->
                    (mayMean(choice.groupId(), group)
                            && group.option(choice.optionId()).isPresent())
                        || group.options().stream()
                            .anyMatch(it -> offers(it.groups(), choice, depth + 1)));
  }

  private static Flaw ambiguous(Asked asked) {
    return new Flaw.Wrong(
        asked.pointer(),
        CartProblem.MODIFIER_AMBIGUOUS,
        "is offered in several groups: say which by group_id, or nest it in its option");
  }

  private static List<Picked> checked(
      List<Menu.Group> groups, Map<Key, Picked> merged, String at, List<Flaw> flaws) {
    var ordered = new ArrayList<Picked>();
    for (Menu.Group group : groups) {
      var chosen = merged.values().stream().filter(it -> it.groupId().equals(group.id())).toList();
      int count = chosen.stream().mapToInt(Picked::quantity).sum();
      if (count < group.min()) {
        flaws.add(new Flaw.Missing(at + "/modifiers", group, count));
      }
      if (count > group.max()) {
        flaws.add(tooMany(group, at));
      }
      for (Menu.Option option : group.options()) {
        var same = chosen.stream().filter(it -> it.optionId().equals(option.id())).toList();
        if (same.stream().mapToInt(Picked::quantity).sum() > group.maxPerOption()) {
          flaws.add(repeated(group, option, at));
        }
        ordered.addAll(same);
      }
    }
    return List.copyOf(ordered);
  }

  private static Flaw tooMany(Menu.Group group, String at) {
    return new Flaw.Wrong(
        at + "/modifiers",
        CartProblem.MODIFIERS_TOO_MANY,
        "choose at most %d of %s (%s)".formatted(group.max(), group.name(), group.id()));
  }

  private static Flaw repeated(Menu.Group group, Menu.Option option, String at) {
    return new Flaw.Wrong(
        at + "/modifiers",
        CartProblem.MODIFIER_REPEATED,
        "%s (%s) may be chosen at most %d times"
            .formatted(option.name(), option.id(), group.maxPerOption()));
  }
}
