package dev.plaza.dev.services;

import dev.plaza.dev.services.HostPlan.HostedPart;
import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.net.HttpURLConnection;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.locks.LockSupport;

/// Hosts parts of the local stack in this JVM, started one after another: contexts that start side
/// by side would fight over the logging system, and two cores gain nothing from it.
public final class Host {
  private static final Duration GATE_STEP = Duration.ofMillis(20);
  private static final int FAILED = 1;
  private static final int VISIT_MS = 5_000;

  private Host() {}

  /// @param args the file with the [HostPlan]; after it, `--train` and URLs: once all parts are up
  ///     the URLs are asked for and the JVM ends, so that an AOT cache can be made of what it did
  public static void main(String[] args) throws InterruptedException {
    for (var part : HostPlan.read(Path.of(args[0])).parts()) {
      start(part);
    }
    if (args.length > 1 && args[1].equals("--train")) {
      List.of(args).subList(2, args.length).forEach(Host::visit);
      System.exit(0);
    }
    new CountDownLatch(1).await();
  }

  private static void start(HostedPart part) throws InterruptedException {
    var loader = new PartLoader(part, ClassLoader.getSystemClassLoader());
    var thread = new Thread(() -> run(part, loader), part.name());
    thread.setContextClassLoader(loader);
    thread.start();
    if (part.returns()) {
      thread.join();
    }
  }

  private static void visit(String url) {
    try {
      var connection = (HttpURLConnection) URI.create(url).toURL().openConnection();
      connection.setConnectTimeout(VISIT_MS);
      connection.setReadTimeout(VISIT_MS);
      System.out.println(url + " " + connection.getResponseCode());
    } catch (IOException e) {
      System.out.println(url + " " + e);
    }
  }

  /// A part that cannot start takes its JVM along: the launcher sees that and shows the reason.
  private static void run(HostedPart part, ClassLoader loader) {
    awaitGate(part.gate());
    var began = System.nanoTime();
    try {
      Class.forName(part.mainClass(), true, loader)
          .getMethod("main", String[].class)
          .invoke(null, (Object) part.arguments().toArray(String[]::new));
      if (part.returns()) {
        System.out.printf("%s up in %d ms%n", part.name(), (System.nanoTime() - began) / 1_000_000);
      }
    } catch (InvocationTargetException e) {
      fail(part, Optional.ofNullable(e.getCause()).orElse(e));
    } catch (ReflectiveOperationException | RuntimeException | Error e) {
      fail(part, e);
    }
  }

  private static void fail(HostedPart part, Throwable cause) {
    System.err.println(part.name() + " did not start");
    cause.printStackTrace();
    System.exit(FAILED);
  }

  private static void awaitGate(String gate) {
    if (gate.isEmpty()) {
      return;
    }
    var file = Path.of(gate);
    while (!Files.exists(file)) {
      LockSupport.parkNanos(GATE_STEP.toNanos());
    }
  }
}
