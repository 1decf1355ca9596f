package dev.plaza.notify.accept;

import dev.plaza.notify.delivery.Lanes;
import dev.plaza.notify.job.Job;
import dev.plaza.notify.job.Jobs;
import dev.plaza.platform.RepeatingJob;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.dao.DataAccessResourceFailureException;
import org.springframework.dao.TransientDataAccessException;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;
import org.springframework.transaction.support.TransactionTemplate;

/// Turns topics into deliveries, slice by slice. The deliveries of a slice and the cursor behind it
/// are one transaction under the job's row lock: after a crash, whoever comes next goes on exactly
/// there. Jobs take turns, so a small one does not wait for a large one.
@Component
class FanOut {

  private static final Log LOG = LogFactory.getLog(FanOut.class);
  private static final int SLICE_MAX = 2_000;
  private static final Duration POLL = Duration.ofMillis(500);

  private final JdbcClient jdbc;
  private final Jobs jobs;
  private final TopicMembers members;
  private final NewDeliveries deliveries;
  private final Lanes lanes;
  private final TransactionTemplate transaction;
  private final RepeatingJob job = new RepeatingJob("fan-out", POLL, this::round);

  FanOut(
      JdbcClient jdbc,
      Jobs jobs,
      TopicMembers members,
      NewDeliveries deliveries,
      Lanes lanes,
      TransactionTemplate transaction) {
    this.jdbc = jdbc;
    this.jobs = jobs;
    this.members = members;
    this.deliveries = deliveries;
    this.lanes = lanes;
    this.transaction = transaction;
  }

  private record At(String id, int topic, String cursor) {}

  void wake() {
    job.wake();
  }

  /// A slice of each open job. One that cannot be read holds up no other.
  private boolean round() {
    var open =
        jdbc.sql("SELECT id::text FROM job WHERE status = 'FANNING_OUT' ORDER BY id LIMIT 50")
            .query((row, _) -> row.getString(1))
            .list();
    boolean any = false;
    for (String id : open) {
      any |= sliced(id);
    }
    return any;
  }

  private boolean sliced(String id) {
    try {
      transaction.executeWithoutResult(_ -> slice(id));
      return true;
    } catch (TransientDataAccessException | DataAccessResourceFailureException e) {
      throw e;
    } catch (RuntimeException e) {
      LOG.error("job " + id + " cannot be fanned out", e);
      return false;
    }
  }

  private void slice(String id) {
    var locked =
        jdbc.sql(
                """
                SELECT id::text, topic_no, cursor FROM job
                 WHERE id = ? AND status = 'FANNING_OUT' FOR UPDATE SKIP LOCKED
                """)
            .param(UUID.fromString(id))
            .query(
                (row, _) ->
                    new At(row.getString("id"), row.getInt("topic_no"), row.getString("cursor")))
            .optional();
    if (locked.isEmpty()) {
      return;
    }
    At at = locked.get();
    Job whole = Objects.requireNonNull(jobs.find(List.of(id)).get(id));
    if (at.topic() >= whole.topics().size()) {
      jdbc.sql("UPDATE job SET status = 'RUNNING' WHERE id = ?")
          .param(UUID.fromString(id))
          .update();
      return;
    }
    String topic = whole.topics().get(at.topic());
    var slice = members.slice(topic, at.cursor(), SLICE_MAX);
    if (slice.isEmpty()) {
      advance(id, at.topic() + 1, "", 0);
      return;
    }
    deliveries.addMembers(whole, topic, at.cursor(), slice.get().last());
    advance(id, at.topic(), slice.get().last(), slice.get().size());
    lanes.wake(whole.priority());
  }

  private void advance(String id, int topic, String cursor, int more) {
    jdbc.sql(
            """
            UPDATE job SET topic_no = :topic, cursor = :cursor, recipients = recipients + :more
             WHERE id = :id
            """)
        .param("topic", topic)
        .param("cursor", cursor)
        .param("more", more)
        .param("id", UUID.fromString(id))
        .update();
  }

  @Configuration(proxyBeanMethods = false)
  static class Wiring {
    @Bean
    RepeatingJob fanOutJob(FanOut fanOut) {
      return fanOut.job;
    }
  }
}
