package dev.plaza.dev.launcher;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import dev.plaza.infra.Folders;
import dev.plaza.infra.InfraException;
import java.io.Console;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.slf4j.LoggerFactory;

/// The one tool: `./plaza COMMAND`.
public final class Plaza {
  private static final int FAILED = 1;
  private static final String HELP =
      """
      Plaza on this machine: no Docker, a JDK 25 is all.

        ./plaza demo                 start everything and watch one order, from menu to receipt
        ./plaza up                   start everything; what runs already stays
            --separate                 every part in a process of its own (--together: back again;
                                       --compact: as few processes as can be)
            --instances order=2        several copies of a service (with --separate)
            --only order,gateway       these parts and what they need
            --port 8080 --host ADDR    where the gateway listens
            --no-customers             nobody orders but you; restaurants and couriers still work
            --no-city                  no simulated city at all
            --time-factor 12           how much faster than real the city moves
            --external                 take PostgreSQL, Kafka and Redis by URL:
                                       PLAZA_POSTGRES_URL, PLAZA_POSTGRES_USER,
                                       PLAZA_POSTGRES_PASSWORD, PLAZA_KAFKA, PLAZA_REDIS
            --no-cache                 do not use the AOT cache that earlier starts left
        ./plaza down                 stop everything and free the ports
        ./plaza status               what runs, what it takes
        ./plaza logs [PART] [--lines 40] [--follow]
        ./plaza reset                back to the first day
        ./plaza kill|start|pause|resume PART [--instance 2]
        ./plaza import restaurants FILE.geojson
        ./plaza load --orders-per-s 5 --for 60s
        ./plaza bench [NAME]         benchmarks; 'start' compares ways to start
        ./plaza test                 every test there is, as CI runs them
        ./plaza build                build even if nothing changed
        ./plaza train                make the AOT caches now instead of in the background

      PLAZA_DATA names another data folder than .data: a second Plaza beside the first.""";

  private final Ground ground;
  private final Map<String, String> environment;
  private final PrintStream out;
  private final boolean terminal;

  Plaza(Ground ground, Map<String, String> environment, PrintStream out, boolean terminal) {
    this.ground = ground;
    this.environment = environment;
    this.out = out;
    this.terminal = terminal;
  }

  public static void main(String[] args) {
    var out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
    var project = Path.of(System.getProperty("plaza.project", ".")).toAbsolutePath().normalize();
    var data = project.resolve(System.getProperty("plaza.data", ".data")).normalize();
    var plaza =
        new Plaza(new Ground(Topology.PLAZA, project, data), System.getenv(), out, isTerminal());
    quieten();
    try {
      System.exit(plaza.run(List.of(args)));
    } catch (Trouble | InfraException e) {
      out.println(e.getMessage());
      System.exit(FAILED);
    }
  }

  /// A terminal gets a line that moves; a file or a CI log does not.
  private static boolean isTerminal() {
    return Stream.ofNullable(System.console()).anyMatch(Console::isTerminal);
  }

  /// This tool talks to people; what its libraries say would only be noise.
  private static void quieten() {
    if (LoggerFactory.getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME) instanceof Logger root) {
      root.setLevel(Level.ERROR);
    }
  }

  /// Answers the exit code.
  int run(List<String> line) {
    var command = line.isEmpty() ? "help" : line.getFirst();
    var rest = line.isEmpty() ? line : line.subList(1, line.size());
    return switch (command) {
      case "up" -> locked(() -> up(rest));
      case "demo" -> demo(rest);
      case "down" -> locked(this::down);
      case "status" -> new Status(ground, state()).print(out) ? 0 : FAILED;
      case "logs" -> logs(Arguments.parse(rest, Set.of("lines"), Set.of("follow")));
      case "reset" -> locked(() -> reset(rest));
      case "kill" -> locked(() -> fault(rest, Faults::kill));
      case "pause" -> locked(() -> fault(rest, Faults::pause));
      case "resume" -> locked(() -> fault(rest, Faults::resume));
      case "start" -> locked(() -> fault(rest, Faults::start));
      case "import" -> importFile(Arguments.parse(rest, Set.of(), Set.of()));
      case "load" -> tool("dev.plaza.dev.load.LoadMain", withGateway(rest));
      case "bench" -> new Benches(ground, environment, out).run(rest);
      case "train" -> train();
      case "help", "--help", "-h" -> help();
      default -> throw new Trouble("There is no command '" + command + "'. See ./plaza help.");
    };
  }

  private int help() {
    out.println(HELP);
    return 0;
  }

  private int up(List<String> rest) {
    urls(bringUp(rest).state());
    return 0;
  }

  private Up.Done bringUp(List<String> rest) {
    return new Up(ground, environment, out, terminal)
        .run(Arguments.parse(rest, Up.VALUED, Up.FLAGS));
  }

  /// Ctrl-C in the middle of the order takes down what this demo has started.
  private int demo(List<String> rest) {
    var done = locked(() -> bringUp(rest));
    out.println();
    var undo = new Thread(done.start()::undo, "undo");
    Runtime.getRuntime().addShutdownHook(undo);
    var exit = tool("dev.plaza.dev.load.GoldenJourneyMain", withGateway(List.of()));
    try {
      Runtime.getRuntime().removeShutdownHook(undo);
    } catch (IllegalStateException _) {
      // A signal has ended it, and the hook is at work: nothing will run that could be shown.
      return exit;
    }
    urls(done.state());
    return exit;
  }

  private void urls(StackState state) {
    var gateway = state.url("gateway");
    out.println();
    out.println("  API and its pages   " + gateway + "   (" + gateway + "/docs)");
    out.println("  What runs           ./plaza status     its logs   ./plaza logs order");
    out.println("  Stop everything     ./plaza down");
  }

  private int down() {
    var before = StackState.read(ground);
    var stopped = new Stop(ground).all();
    out.println(
        stopped.isEmpty() ? "Nothing was running." : "Stopped: " + String.join(", ", stopped));
    var taken = before.map(Stop::stillTaken).orElse(List.of());
    if (!taken.isEmpty() && !stopped.isEmpty()) {
      out.println("Somebody else has port " + String.join(", ", taken) + ".");
    }
    return 0;
  }

  /// Keeps the sandbox's key, so that tokens people hold stay good, and every cache.
  private int reset(List<String> rest) {
    var wasUp = new Stop(ground).isAnythingLeft();
    var options = StackState.read(ground).filter(_ -> wasUp).map(StackState::options);
    new Stop(ground).all();
    for (var folder : List.of("postgres", "redis", "kafka", "payment-provider", "city", "logs")) {
      Folders.delete(ground.data().resolve(folder));
    }
    out.println("All data is gone.");
    if (options.isEmpty()) {
      return 0;
    }
    var again = new ArrayList<>(rest);
    again.addAll(Up.line(options.get()));
    return up(again);
  }

  private int logs(Arguments arguments) {
    var all = state().instances().stream().map(Instance::name).toList();
    for (var word : arguments.words()) {
      state().instance(word);
    }
    new LogView(ground, out)
        .show(
            arguments.words().isEmpty() ? all : arguments.words(),
            arguments.whole("lines", arguments.words().isEmpty() ? 5 : 40),
            arguments.flag("follow"));
    return 0;
  }

  private interface Fault {
    void make(Faults faults, String part);
  }

  private int fault(List<String> rest, Fault fault) {
    var arguments = Arguments.parse(rest, Set.of("instance"), Set.of());
    var name = arguments.word("part");
    var number = arguments.whole("instance", 1);
    fault.make(
        new Faults(ground, state(), environment, out), number == 1 ? name : name + "-" + number);
    return 0;
  }

  private int importFile(Arguments arguments) {
    if (arguments.words().size() != 2 || !arguments.words().getFirst().equals("restaurants")) {
      throw new Trouble("Say ./plaza import restaurants FILE.geojson.");
    }
    var from = Path.of(environment.getOrDefault("PLAZA_CWD", "."));
    var file = from.resolve(arguments.words().getLast()).normalize();
    out.println(new Import(URI.create(state().url("gateway"))).restaurants(file));
    return 0;
  }

  private int train() {
    var state = state();
    new Training(ground, environment).run(state);
    out.println("AOT caches are in " + ground.caches());
    return 0;
  }

  private List<String> withGateway(List<String> rest) {
    var line = new ArrayList<>(rest);
    line.add("--gateway=" + state().url("gateway"));
    return line;
  }

  private int tool(String mainClass, List<String> line) {
    return new Tools(ground, environment).run("dev", mainClass, line);
  }

  private StackState state() {
    return StackState.read(ground)
        .orElseThrow(() -> new Trouble("Plaza was never started here. Run ./plaza up."));
  }

  /// One command at a time changes the stack.
  private <T> T locked(Supplier<T> work) {
    var file = ground.run().resolve("lock");
    try (var channel =
        FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
      if (channel.tryLock() == null) {
        out.println("Another ./plaza command is at work; waiting for it.");
        channel.lock();
      }
      return work.get();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
