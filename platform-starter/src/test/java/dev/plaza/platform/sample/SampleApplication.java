package dev.plaza.platform.sample;

import dev.plaza.platform.events.InboundEvents;
import dev.plaza.platform.events.TopicPlan;
import dev.plaza.platform.idempotency.Idempotency;
import dev.plaza.platform.inbox.Inbox;
import dev.plaza.platform.outbox.OutboundEvent;
import dev.plaza.platform.outbox.Outbox;
import dev.plaza.platform.problem.CommonProblem;
import dev.plaza.platform.problem.ProblemException;
import dev.plaza.platform.security.Caller;
import dev.plaza.platform.security.Role;
import dev.plaza.platform.stream.LiveSource;
import dev.plaza.platform.stream.LiveStreams;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.validation.Valid;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotBlank;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.context.annotation.Bean;
import org.springframework.dao.QueryTimeoutException;
import org.springframework.http.ResponseEntity;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.kafka.annotation.KafkaListener;
import org.springframework.transaction.support.TransactionTemplate;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.servlet.mvc.method.annotation.SseEmitter;

/// The smallest service on the starter: what the starter promises is tried on it.
@SpringBootApplication
public class SampleApplication {

  public static final String TOPIC = "sample.thing.v1";

  @Bean
  TopicPlan topics() {
    return new TopicPlan(List.of(new TopicPlan.Topic(TOPIC, 3, Map.of())));
  }

  public record Thing(@NotBlank String name, @Min(1) int size, @Nullable Thing inner) {}

  @RestController
  static class ThingController {
    final JdbcClient jdbc;
    final Outbox outbox;
    final Idempotency idempotency;
    final LiveStreams streams;
    final AtomicInteger effects = new AtomicInteger();
    final List<String> log = new CopyOnWriteArrayList<>();

    ThingController(JdbcClient jdbc, Outbox outbox, Idempotency idempotency, LiveStreams streams) {
      this.jdbc = jdbc;
      this.outbox = outbox;
      this.idempotency = idempotency;
      this.streams = streams;
    }

    @GetMapping("/whoami")
    Map<String, Object> whoami(Caller caller) {
      return Map.of("subject", caller.subject(), "roles", caller.roles());
    }

    @GetMapping("/ops")
    String ops(Caller caller) {
      caller.require(Role.OPS);
      return "ok";
    }

    @GetMapping("/numbers")
    int number(@RequestParam int n) {
      return n;
    }

    @PostMapping("/echo")
    Thing echo(@Valid @RequestBody Thing thing) {
      return thing;
    }

    @PostMapping("/things/{id}")
    ResponseEntity<?> create(
        @PathVariable String id,
        @Valid @RequestBody Thing thing,
        Caller caller,
        HttpServletRequest request) {
      return idempotency.once(request, caller, thing, () -> insert(id, thing));
    }

    private ResponseEntity<Thing> insert(String id, Thing thing) {
      effects.incrementAndGet();
      jdbc.sql("INSERT INTO thing VALUES (:id, :name)")
          .param("id", id)
          .param("name", thing.name())
          .update();
      outbox.append(new OutboundEvent(TOPIC, id, "sample.thing.created", id, thing));
      if (thing.name().equals("refuse")) {
        throw new ProblemException(CommonProblem.CONFLICT, "refused by a rule");
      }
      if (thing.name().equals("away")) {
        throw new QueryTimeoutException("the database is away");
      }
      return ResponseEntity.status(202).body(thing);
    }

    @GetMapping("/stream")
    SseEmitter stream(
        @RequestHeader(name = "Last-Event-ID", required = false) @Nullable String last) {
      return streams.open(
          "log",
          last,
          new LiveSource() {
            @Override
            public @Nullable Long position(@Nullable String id) {
              return id != null && id.matches("\\d{1,9}") && Long.parseLong(id) <= log.size()
                  ? Long.valueOf(id)
                  : null;
            }

            @Override
            public Snapshot snapshot() {
              return new Snapshot(log.size(), Map.of("size", log.size()));
            }

            @Override
            public List<Event> after(long position, int limit) {
              return java.util.stream.IntStream.range((int) position, log.size())
                  .limit(limit)
                  .mapToObj(i -> new Event(i + 1L, "line", log.get(i)))
                  .toList();
            }
          });
    }
  }

  /// Takes things in, and fails in each way a consumer may fail.
  @org.springframework.stereotype.Component
  static class ThingListener {
    final List<String> taken = new CopyOnWriteArrayList<>();
    final AtomicInteger tries = new AtomicInteger();
    final InboundEvents events;
    final Inbox inbox;
    final TransactionTemplate transaction;

    ThingListener(InboundEvents events, Inbox inbox, TransactionTemplate transaction) {
      this.events = events;
      this.inbox = inbox;
      this.transaction = transaction;
    }

    @KafkaListener(id = "sample.things", idIsGroup = false, topics = TOPIC)
    void on(ConsumerRecord<String, byte[]> record) {
      var thing = events.read(record, Thing.class);
      if (thing.name().equals("cursed")) {
        throw new IllegalStateException("fails whenever it is tried");
      }
      if (thing.name().equals("db-away") && tries.incrementAndGet() <= 5) {
        throw new QueryTimeoutException("the database is away");
      }
      transaction.executeWithoutResult(
          _ -> {
            if (inbox.firstTime("things", events.id(record))) {
              taken.add(record.key() + ":" + thing.name());
            }
          });
    }
  }
}
