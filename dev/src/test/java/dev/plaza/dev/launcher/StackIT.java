package dev.plaza.dev.launcher;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.plaza.infra.Life;
import dev.plaza.infra.Ports;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Whole starts and stops, on parts that are only stand-ins.
class StackIT {
  private static final Duration PATIENCE = Duration.ofSeconds(20);

  @TempDir Path folder;
  private final ByteArrayOutputStream said = new ByteArrayOutputStream();
  private Ground ground;

  @BeforeEach
  void buildProject() throws Exception {
    ground =
        StandInProject.create(
            folder,
            List.of(
                StandInProject.part("bank", Ports.free()),
                StandInProject.part("town", Ports.free()).needing("bank")));
  }

  @AfterEach
  void leaveNothing() {
    new Stop(ground).all();
  }

  @Test
  void startsPartsByNeedAndStopsThemAll() {
    var state = up("--separate");

    assertThat(text()).containsSubsequence("✓ bank", "✓ town", "Ready in");
    var processes = new Status(ground, state).processes();
    assertThat(processes).hasSize(2);

    assertThat(new Stop(ground).all()).containsExactlyInAnyOrder("bank", "town");
    assertThat(processes).noneMatch(Life::isAlive);
    assertThat(Stop.stillTaken(state)).isEmpty();
  }

  @Test
  void hostsPartsTogetherAndLogsThemApart() throws Exception {
    var state = up();

    assertThat(new Status(ground, state).processes()).hasSize(1);
    assertThat(Files.readString(ground.logs().resolve("bank.log")))
        .contains("--port=" + state.port("bank"))
        .doesNotContain("--port=" + state.port("town"));
    assertThat(Files.readString(ground.logs().resolve("town.log")))
        .contains("--port=" + state.port("town"));
  }

  @Test
  void leavesAloneWhatRunsAlready() {
    var first = new Status(ground, up("--separate")).processes();

    var second = new Status(ground, up()).processes();

    assertThat(second).isEqualTo(first);
    assertThat(text()).contains("Everything runs already.");
  }

  @Test
  void replacesAJvmWhoseSettingsChanged() {
    var before = process("town", up("--separate"));
    var settings = Map.of("mood", "better");
    ground =
        new Ground(
            new Topology(
                List.of(ground.plaza().part("bank"), ground.plaza().part("town").with(settings))),
            ground.project(),
            ground.data());

    var after = process("town", up());

    assertThat(after.pid()).isNotEqualTo(before.pid());
    assertThat(text()).contains("town changed, starting it again").doesNotContain("bank changed");
  }

  @Test
  void killsOnePartAndStartsItAgain() {
    var state = up("--separate");
    var bank = process("bank", state);
    var town = process("town", state);

    faults(state).kill("bank");
    assertThat(Life.isAlive(bank)).isFalse();
    assertThat(new Status(ground, state).isReady(state.instance("bank"))).isFalse();

    faults(state).start("bank");
    assertThat(new Status(ground, state).isReady(state.instance("bank"))).isTrue();
    assertThat(process("town", state).pid()).isEqualTo(town.pid());
  }

  @Test
  void willNotKillAPartThatSharesItsProcess() {
    var state = up();

    assertThatThrownBy(() -> faults(state).kill("bank"))
        .isInstanceOf(Trouble.class)
        .hasMessageContaining("shares a process")
        .hasMessageContaining("--separate");
  }

  @Test
  void saysHowToGetACopyOfAPart() {
    var state = up("--separate");

    assertThatThrownBy(() -> faults(state).start("bank-2"))
        .hasMessage("Only services can run in several instances, not bank.");
    assertThatThrownBy(() -> faults(state).start("bakn"))
        .hasMessage("There is no part 'bakn'. Parts: bank, town.");
  }

  @Test
  void stopsEvenAPausedPart() {
    var state = up("--separate");
    faults(state).pause("bank");

    assertThat(Probe.status(state.port("bank"), "/health")).isZero();

    new Stop(ground).all();
    assertThat(Ports.isFree(state.port("bank"))).isTrue();
  }

  @Test
  void findsJvmsThatNoFileNames() {
    var state = up("--separate");
    var bank = process("bank", state);
    RunFile.read(ground.run(), "bank").orElseThrow().delete(ground.run());

    up();

    assertThat(Life.isAlive(bank)).isFalse();
    assertThat(process("bank", state).pid()).isNotEqualTo(bank.pid());
  }

  @Test
  void switchesFromSeparateToTogether() {
    var apart = new Status(ground, up("--separate")).processes();

    var together = new Status(ground, up("--together")).processes();

    assertThat(together).hasSize(1).doesNotContainAnyElementsOf(apart);
    assertThat(apart).noneMatch(Life::isAlive);
  }

  @Test
  void movesAnInnerPartWhosePortIsTaken() throws Exception {
    var wanted = ground.plaza().part("bank").port();
    try (var other = new ServerSocket(wanted, 1, InetAddress.getLoopbackAddress())) {
      var state = up("--separate");

      assertThat(state.port("bank")).isNotEqualTo(other.getLocalPort());
      assertThat(new Status(ground, state).isReady(state.instance("bank"))).isTrue();
    }
  }

  @Test
  void undoesOnlyWhatItStarted() {
    var state = up("--separate");
    var town = process("town", state);
    faults(state).kill("bank");
    var out = new PrintStream(said, true, StandardCharsets.UTF_8);
    var again =
        new Up(ground, Map.of(), out, false)
            .run(Arguments.parse(withoutCache(), Up.VALUED, Up.FLAGS));

    again.start().undo();

    assertThat(new Status(ground, state).process(state.instance("bank"))).isEmpty();
    assertThat(Life.isAlive(town)).isTrue();
  }

  @Test
  void showsWhyAPartDidNotStartAndTakesTheRestDown() {
    ground =
        new Ground(
            new Topology(
                List.of(
                    ground.plaza().part("bank"),
                    ground.plaza().part("town").with(Map.of("fail", "yes")))),
            ground.project(),
            ground.data());

    assertThatThrownBy(() -> up("--separate"))
        .isInstanceOf(Trouble.class)
        .hasMessageContaining("town did not start")
        .hasMessageContaining("./plaza up again");

    assertThat(text()).contains("✗ town", "the cellar is flooded").doesNotContain("\tat ");
    await().atMost(PATIENCE).until(() -> !new Stop(ground).isAnythingLeft());
  }

  private StackState up(String... line) {
    var out = new PrintStream(said, true, StandardCharsets.UTF_8);
    return new Up(ground, Map.of(), out, false)
        .run(Arguments.parse(withoutCache(line), Up.VALUED, Up.FLAGS))
        .state();
  }

  private static List<String> withoutCache(String... line) {
    var all = new java.util.ArrayList<>(List.of(line));
    all.add("--no-cache");
    return all;
  }

  private ProcessHandle process(String part, StackState state) {
    return new Status(ground, state).process(state.instance(part)).orElseThrow();
  }

  private Faults faults(StackState state) {
    return new Faults(ground, state, Map.of(), new PrintStream(said, true, StandardCharsets.UTF_8));
  }

  private String text() {
    return said.toString(StandardCharsets.UTF_8);
  }
}
