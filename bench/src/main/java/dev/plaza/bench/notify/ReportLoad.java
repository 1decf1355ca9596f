package dev.plaza.bench.notify;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.Signature;
import java.security.spec.ECGenParameterSpec;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/// Reports of deliveries as SendGrid sends them: many events a call, signed with its key.
final class ReportLoad {

  private static final int EVENTS_PER_CALL = 250;
  private static final int CLIENTS = 8;

  private final KeyPair keys;

  ReportLoad() throws GeneralSecurityException {
    var generator = KeyPairGenerator.getInstance("EC");
    generator.initialize(new ECGenParameterSpec("secp256r1"));
    keys = generator.generateKeyPair();
  }

  /// What the service must trust.
  String publicKey() {
    return Base64.getEncoder().encodeToString(keys.getPublic().getEncoded());
  }

  /// @return events taken and stored per second
  double run(ServiceProcess service, String name, int calls)
      throws InterruptedException, ExecutionException {
    long began = System.nanoTime();
    try (var threads = Executors.newFixedThreadPool(CLIENTS)) {
      var work = new ArrayList<Callable<Integer>>();
      for (int i = 0; i < calls; i++) {
        String prefix = name + i;
        work.add(() -> send(service, events(prefix)));
      }
      List<Future<Integer>> answers = threads.invokeAll(work);
      for (Future<Integer> it : answers) {
        if (it.get() != 200) {
          throw new IllegalStateException("events were answered " + it.get());
        }
      }
    }
    return calls * EVENTS_PER_CALL / ((System.nanoTime() - began) / 1e9);
  }

  private int send(ServiceProcess service, String events) throws GeneralSecurityException {
    String timestamp = Long.toString(Instant.now().getEpochSecond());
    var signer = Signature.getInstance("SHA256withECDSA");
    signer.initSign(keys.getPrivate());
    signer.update((timestamp + events).getBytes(StandardCharsets.UTF_8));
    return service.call(
        "POST",
        "/webhooks/sendgrid",
        events,
        Map.of(
            "X-Twilio-Email-Event-Webhook-Timestamp",
            timestamp,
            "X-Twilio-Email-Event-Webhook-Signature",
            Base64.getEncoder().encodeToString(signer.sign())));
  }

  private static String events(String prefix) {
    return IntStream.range(0, EVENTS_PER_CALL)
        .mapToObj(
            it ->
                """
                {"event":"delivered","sg_event_id":"%s-%d","sg_message_id":"m%d.x",\
                "email":"a%d@x.example","timestamp":%d}"""
                    .formatted(prefix, it, it, it, Instant.now().getEpochSecond()))
        .collect(Collectors.joining(",", "[", "]\r\n"));
  }
}
