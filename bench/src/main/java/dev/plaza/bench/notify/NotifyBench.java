package dev.plaza.bench.notify;

import dev.plaza.infra.EmbeddedOptions;
import dev.plaza.infra.EmbeddedServers;
import dev.plaza.infra.Ports;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntConsumer;
import org.eclipse.angus.mail.util.MailStreamProvider;

/// One instance of the notify service on PostgreSQL with fsync, an SMTP sink in this JVM, all on
/// the same cores: requests accepted per second, and a campaign beside a bare loop around Angus
/// Mail and beside BullMQ with nodemailer, each warmed up with a tenth of the mails. Needs a built
/// `notify-service`, and npm for the peer.
///
/// Run: `./plaza bench notify [mails] [requests] [parts]`. Parts, joined by commas: `raw`, `peer`
/// (`peers`: in two processes as well), `accept`, `own`, `reports` (a webhook's events) and
/// `million` (a list of a million recipients, with `kill -9`).
public final class NotifyBench {

  private static final int CLIENTS = 16;
  private static final int CONNECTIONS = 16;
  private static final int WARM_REQUESTS_MIN = 20_000;
  private static final String ALL = "raw,peers,accept,own,reports,million";
  private static final int MILLION = 1_000_000;
  private static final int REPORT_CALLS = 400;

  private final EmbeddedServers servers;
  private final SmtpSink sink;
  private final Path folder;
  private final Cpu cpu;
  private final ReportLoad reports;
  private final int mails;

  private NotifyBench(EmbeddedServers servers, SmtpSink sink, Path folder, int mails)
      throws GeneralSecurityException {
    this.servers = servers;
    this.sink = sink;
    this.folder = folder;
    this.cpu = new Cpu(folder);
    this.reports = new ReportLoad();
    this.mails = mails;
  }

  public static void main(String[] args) throws Exception {
    int mails = args.length > 0 ? Integer.parseInt(args[0]) : 100_000;
    int requests = args.length > 1 ? Integer.parseInt(args[1]) : 20_000;
    String parts = args.length > 2 ? args[2] : ALL;
    Path folder = Files.createTempDirectory("notify-bench");
    try (var servers = EmbeddedServers.start(options(folder));
        var sink = new SmtpSink()) {
      var bench = new NotifyBench(servers, sink, folder, mails);
      if (parts.contains("raw")) {
        bench.raw("raw Angus Mail");
        System.setProperty("jakarta.mail.util.StreamProvider", MailStreamProvider.class.getName());
        bench.raw("the same, its provider not looked up");
      }
      if (parts.contains("peer") && NodePeer.install()) {
        bench.peer(1);
      }
      if (parts.contains("peers") && NodePeer.install()) {
        bench.peer(2);
      }
      new Database(servers.urls()).create("notify");
      bench.own(parts.contains("accept") ? requests : 0, parts);
      if (parts.contains("million")) {
        new FanOutRun(bench::start, new Database(servers.urls())).run(MILLION);
      }
    }
    System.exit(0);
  }

  private static EmbeddedOptions options(Path folder) {
    int[] ports = {Ports.free(), Ports.free(), Ports.free(), Ports.free()};
    return new EmbeddedOptions(
        folder, folder.resolve("bin"), ports[0], ports[1], ports[2], ports[3], true);
  }

  private void raw(String name) throws InterruptedException {
    compare(
        name,
        count -> {
          try {
            RawMail.send(sink.port(), count, CONNECTIONS);
          } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
          }
        });
  }

  private void peer(int processes) throws Exception {
    int redis = URI.create(servers.urls().redis()).getPort();
    try (var peer = NodePeer.start(redis, sink.port(), CONNECTIONS, processes, folder)) {
      compare(
          "BullMQ, nodemailer, processes: " + processes,
          count -> peer.send("bull" + processes + (count == mails ? "" : "w"), count));
    }
  }

  /// Rate and CPU time of a campaign after a smaller one.
  private void compare(String name, IntConsumer send) throws InterruptedException {
    for (int count : new int[] {mails / 10, mails}) {
      double cpuBefore = cpu.seconds();
      long before = sink.messages();
      long began = System.nanoTime();
      send.accept(count);
      sink.await(before + count);
      if (count == mails) {
        report(name, (System.nanoTime() - began) / 1e9, cpu.seconds() - cpuBefore);
      }
    }
  }

  private void report(String name, double seconds, double cpuSeconds) {
    System.out.printf(
        "%-36s %8.0f mails/s  %6.3f ms CPU each, everything included%n",
        name, mails / seconds, cpuSeconds * 1_000 / mails);
  }

  private ServiceProcess start() throws Exception {
    return ServiceProcess.start(
        servers.urls(), sink.port(), CONNECTIONS, reports.publicKey(), folder);
  }

  private void own(int requests, String parts) throws Exception {
    try (var service = start()) {
      service.template("bench.mail", "plain");
      service.template("bench.urgent", "security");
      if (requests > 0) {
        accepted(service, requests);
      }
      if (parts.contains("own")) {
        campaign(service);
      }
      if (parts.contains("reports")) {
        reports.run(service, "warm", REPORT_CALLS / 4);
        System.out.printf(
            "events of a webhook                  %8.0f events/s%n",
            reports.run(service, "many", REPORT_CALLS));
      }
    }
  }

  private void campaign(ServiceProcess service) throws Exception {
    var campaigns = new Campaign(service, sink, new Database(servers.urls()));
    campaigns.run("warm", mails / 10);
    double all = cpu.seconds();
    double own = service.cpuSeconds();
    double postgres = cpu.seconds("postgres");
    var result = campaigns.run("bench", mails);
    double ownEach = (service.cpuSeconds() - own) * 1_000 / mails;
    report("notify service", result.seconds(), cpu.seconds() - all);
    double postgresEach = (cpu.seconds("postgres") - postgres) * 1_000 / mails;
    System.out.printf(
        "  of it the service %.3f ms, PostgreSQL %.3f; %s%n",
        ownEach, postgresEach, result.waits());
  }

  private void accepted(ServiceProcess service, int requests) throws InterruptedException {
    accept(service, Math.max(WARM_REQUESTS_MIN, requests / 2));
    double all = cpu.seconds();
    double own = service.cpuSeconds();
    double seconds = accept(service, requests);
    System.out.printf(
        "accepted, %d clients               %8.0f requests/s  %6.3f ms CPU each, of it the service"
            + " %.3f%n",
        CLIENTS,
        requests / seconds,
        (cpu.seconds() - all) * 1_000 / requests,
        (service.cpuSeconds() - own) * 1_000 / requests);
  }

  /// Each for another recipient, to be sent in 300 days, so that nothing else goes on.
  private static double accept(ServiceProcess service, int requests) throws InterruptedException {
    String body =
        """
        {"template":"bench.mail","channels":["email"],"data":{"name":"Ana"},
         "recipients":[{"email":"a%%d@plaza.example"}],"send_at":"%sT00:00:00Z"}"""
            .formatted(LocalDate.now(ZoneOffset.UTC).plusDays(300));
    var next = new AtomicInteger();
    var clients = new ArrayList<Thread>();
    long began = System.nanoTime();
    for (int i = 0; i < CLIENTS; i++) {
      clients.add(
          Thread.ofVirtual()
              .start(
                  () -> {
                    for (int n = next.getAndIncrement(); n < requests; n = next.getAndIncrement()) {
                      service.ask(body.formatted(n));
                    }
                  }));
    }
    for (Thread it : clients) {
      it.join();
    }
    double seconds = (System.nanoTime() - began) / 1e9;
    if (next.get() < requests + CLIENTS) {
      throw new IllegalStateException("a client gave up: a request was not accepted");
    }
    return seconds;
  }
}
