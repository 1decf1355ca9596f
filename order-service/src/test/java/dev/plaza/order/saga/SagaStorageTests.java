package dev.plaza.order.saga;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.annotation.JsonTypeName;
import dev.plaza.order.saga.CheckoutCommand.Capture;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.PropertyNamingStrategies;
import tools.jackson.databind.json.JsonMapper;

/// What is stored outlives the release that stored it.
class SagaStorageTests {

  private final JsonMapper json =
      JsonMapper.builder().propertyNamingStrategy(PropertyNamingStrategies.SNAKE_CASE).build();

  @Test
  void everyStateAndCommandHasANameOfItsOwn() {
    for (var root : List.of(Checkout.class, CheckoutCommand.class)) {
      var names =
          leaves(root).stream().map(it -> it.getAnnotation(JsonTypeName.class).value()).toList();

      assertThat(names).doesNotHaveDuplicates().doesNotContain("");
    }
  }

  private static List<Class<?>> leaves(Class<?> type) {
    var found = new ArrayList<Class<?>>();
    for (var it : type.getPermittedSubclasses()) {
      if (it.isSealed()) {
        found.addAll(leaves(it));
      } else {
        found.add(it);
      }
    }
    return found;
  }

  @Test
  void whateverASimulatedLifePassesThroughCanBeStored() {
    for (long seed = 1; seed <= 300; seed++) {
      var simulation = new SagaSimulation(seed);
      simulation.run();
      for (var state : simulation.states()) {
        var text = json.writerFor(Checkout.class).writeValueAsString(state);

        assertThat(json.readValue(text, Checkout.class)).isEqualTo(state);
      }
    }
  }

  /// Written by the first release; never edit these, add new ones.
  @ParameterizedTest
  @ValueSource(
      strings = {
        """
        {"state":"authorizing","deal":{"method":"pm_card_visa","revision":"original","total":2000,
         "pos":false,"prep_minutes":10,"distance_m":900,"proposals":0},
         "purse":{"currency":"EUR","authorizations":[{"number":1,"amount":2000,"status":"ASKED",
         "payment":null,"held_at":null,"expires_at":null,"captured":0,"refused":0}],"refunds":[]},
         "deadline":"2026-11-30T12:01:00Z"}
        """,
        """
        {"state":"dispatching","deal":{"method":"pm_card_visa","revision":"original","total":2000,
         "pos":false,"prep_minutes":10,"distance_m":900,"proposals":0},
         "purse":{"currency":"EUR","authorizations":[{"number":1,"amount":2000,"status":"LIVE",
         "payment":"pi_1","held_at":"2026-11-30T12:00:00Z","expires_at":"2026-12-07T12:00:00Z",
         "captured":0,"refused":0}],"refunds":[]},
         "journey":{"ready_at":"2026-11-30T12:10:00Z","ready":false,
         "promised_by":"2026-11-30T12:40:00Z","seq":0,"eta":null},
         "deadline":"2026-11-30T12:31:00Z"}
        """
      })
  void whatTheFirstReleaseStoredIsStillRead(String stored) {
    var state = json.readValue(stored, Checkout.class);

    assertThat(json.readTree(json.writerFor(Checkout.class).writeValueAsString(state)))
        .isEqualTo(json.readTree(stored));
  }

  @Test
  void commandsAreStoredByName() {
    var command = new Capture(2, "pi_2", 1_500, 1);

    var text = json.writerFor(CheckoutCommand.class).writeValueAsString(command);

    assertThat(text).contains("\"command\":\"capture\"");
    assertThat(json.readValue(text, CheckoutCommand.class)).isEqualTo(command);
    assertThat(command.key()).isEqualTo("capture-2-1");
  }
}
