package dev.plaza.dev.launcher;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class TopologyTests {
  private static final Part FIRST = Part.server("first", 1, "");
  private static final Part SECOND = Part.simulator("second", 2, "Main").needing("first");
  private static final Part THIRD = Part.simulator("third", 3, "Main").needing("second");

  @Test
  void refusesAPartBeforeWhatItNeeds() {
    assertThatThrownBy(() -> new Topology(List.of(SECOND, FIRST)))
        .hasMessageContaining("second comes before first");
  }

  @Test
  void refusesANameTwice() {
    assertThatThrownBy(() -> new Topology(List.of(FIRST, FIRST))).hasMessageContaining("twice");
  }

  @Test
  void choosesAPartWithAllItNeeds() {
    var fourth = Part.simulator("fourth", 4, "Main");

    var chosen = new Topology(List.of(FIRST, SECOND, THIRD, fourth)).only(List.of("third"));

    assertThat(chosen.parts()).containsExactly(FIRST, SECOND, THIRD);
  }

  @Test
  void namesThePartsWhenOneIsUnknown() {
    assertThatThrownBy(() -> new Topology(List.of(FIRST)).part("fisrt"))
        .isInstanceOf(Trouble.class)
        .hasMessage("There is no part 'fisrt'. Parts: first.");
  }

  @Test
  void givesNoTwoPartsOfPlazaOnePort() {
    assertThat(Topology.PLAZA.parts()).extracting(Part::port).doesNotHaveDuplicates();
  }

  @Test
  void leavesServersToOthersWhenTheyAreExternal() {
    var options =
        new StackOptions(
            Layout.TOGETHER, 8080, "127.0.0.1", true, true, true, 12, Map.of(), List.of());

    var parts = new StackState(Topology.PLAZA, options, Map.of()).topology().parts();

    assertThat(parts)
        .extracting(Part::name)
        .contains("catalog", "gateway")
        .doesNotContain("postgres", "redis", "kafka");
  }

  @Test
  void putsServicesTogetherButNeverTheGatewayOrKafka() {
    var state = new StackState(Topology.PLAZA, StackOptions.DEFAULT, Map.of());

    var groups = Layout.TOGETHER.groups(state.instances());

    assertThat(groups)
        .extracting(Layout.Group::name)
        .containsExactly("kafka", "simulators", "gateway", "services");
  }

  @Test
  void givesEveryInstanceItsOwnProcessWhenSeparate() {
    var options =
        new StackOptions(
            Layout.SEPARATE, 8080, "", false, true, true, 12, Map.of("order", 2), List.of());
    var state = new StackState(Topology.PLAZA, options, Map.of());

    assertThat(Layout.SEPARATE.groups(state.instances()))
        .extracting(Layout.Group::name)
        .contains("order", "order-2", "dispatch")
        .doesNotContain("dispatch-2");
  }

  @Test
  void refusesCopiesOfAPartThatSharesItsProcess() {
    assertThatThrownBy(
            () ->
                new StackOptions(
                    Layout.TOGETHER, 1, "", false, true, true, 12, Map.of("order", 2), List.of()))
        .hasMessageContaining("--separate");
  }
}
