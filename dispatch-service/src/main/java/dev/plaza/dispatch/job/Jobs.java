package dev.plaza.dispatch.job;

import dev.plaza.contracts.order.OrderEvent;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/// The jobs. Whoever changes one locks its row first, and locks several in the order of their ids;
/// that lock also orders the events of an order.
@Component
public class Jobs {

  private final JdbcClient jdbc;
  private final Clock clock;
  private final JobProperties properties;
  private final Timer search;

  Jobs(JdbcClient jdbc, Clock clock, JobProperties properties, MeterRegistry meters) {
    this.jdbc = jdbc;
    this.clock = clock;
    this.properties = properties;
    this.search = meters.timer("dispatch.search.duration");
  }

  public Optional<Job> find(String orderId) {
    return jdbc.sql("SELECT * FROM job WHERE order_id = :id")
        .param("id", orderId)
        .query(JobRows::read)
        .optional();
  }

  public Optional<Job> lock(String orderId) {
    return lockAll(List.of(orderId)).stream().findFirst();
  }

  /// Those that exist, by id.
  public List<Job> lockAll(Collection<String> orderIds) {
    return jdbc.sql("SELECT * FROM job WHERE order_id = ANY(:ids) ORDER BY order_id FOR UPDATE")
        .param("ids", orderIds.toArray(String[]::new))
        .query(JobRows::read)
        .list();
  }

  public List<Job> open() {
    return jdbc.sql("SELECT * FROM job WHERE status = 'OPEN' ORDER BY opened_at, order_id LIMIT :n")
        .param("n", properties.openMax())
        .query(JobRows::read)
        .list();
  }

  public List<Job> live(int limit) {
    return jdbc.sql(
            """
            SELECT * FROM job WHERE status IN ('OPEN', 'OFFERED', 'ASSIGNED', 'PICKED_UP')
             ORDER BY opened_at, order_id LIMIT :n
            """)
        .param("n", limit)
        .query(JobRows::read)
        .list();
  }

  /// What couriers are bound to.
  public List<Job> ofCouriers(Collection<String> courierIds) {
    return jdbc.sql(
            """
            SELECT * FROM job WHERE status IN ('ASSIGNED', 'PICKED_UP') AND courier_id = ANY(:ids)
             ORDER BY order_id
            """)
        .param("ids", courierIds.toArray(String[]::new))
        .query(JobRows::read)
        .list();
  }

  /// Open ones whose time is up.
  public List<String> hopeless(int limit) {
    return jdbc.sql(
            """
            SELECT order_id FROM job WHERE status = 'OPEN' AND give_up_at <= :now
             ORDER BY order_id LIMIT :n
            """)
        .param("now", now())
        .param("n", limit)
        .query((rs, _) -> rs.getString("order_id"))
        .list();
  }

  void insert(OrderEvent order) {
    var ready = order.readyAt() == null ? clock.instant() : order.readyAt();
    var promised =
        order.promisedBy() == null ? ready.plus(properties.promise()) : order.promisedBy();
    jdbc.sql(
            """
            INSERT INTO job (order_id, status, order_version, restaurant_id, restaurant_name,
                pickup_lat, pickup_lon, dropoff_lat, dropoff_lon, ready_at, promised_by, pay,
                currency, searches, tries, opened_at, give_up_at, created_at, updated_at)
            VALUES (:id, 'OPEN', :version, :restaurant, :name, :plat, :plon, :dlat, :dlon, :ready,
                :promised, :pay, :currency, 1, 0, :now, :giveUp, :now, :now)
            """)
        .param("id", order.orderId())
        .param("version", order.version())
        .param("restaurant", order.restaurantId())
        .param("name", order.restaurantName(), java.sql.Types.VARCHAR)
        .param("plat", order.pickup().lat())
        .param("plon", order.pickup().lon())
        .param("dlat", order.dropoff().lat())
        .param("dlon", order.dropoff().lon())
        .param("ready", utc(ready))
        .param("promised", utc(promised))
        .param("pay", order.courierPay())
        .param("currency", order.currency())
        .param("now", now())
        .param("giveUp", utc(giveUpAt(ready)))
        .update();
  }

  void ready(Job job, Instant readyAt, long orderVersion) {
    change(
            job,
            "ready_at = :ready, order_version = :version, give_up_at = greatest(give_up_at, :giveUp)")
        .param("ready", utc(readyAt))
        .param("version", orderVersion)
        .param("giveUp", utc(giveUpAt(readyAt)))
        .update();
  }

  void seen(Job job, long orderVersion) {
    change(job, "order_version = :version").param("version", orderVersion).update();
  }

  void arrived(Job job, Instant at) {
    change(job, "arrived_at = :at").param("at", utc(at)).update();
  }

  void pickedUp(Job job, Instant at) {
    to(job, JobStatus.PICKED_UP, "picked_up_at = :at").param("at", utc(at)).update();
  }

  public void offered(Job job, String offerId) {
    to(job, JobStatus.OFFERED, "offer_id = :offer, tries = tries + 1")
        .param("offer", UUID.fromString(offerId))
        .update();
  }

  /// The offer came to nothing; the same search goes on.
  public void reopened(Job job) {
    to(job, JobStatus.OPEN, "offer_id = NULL").update();
  }

  public void assigned(Job job, String assignmentId, String courierId) {
    to(job, JobStatus.ASSIGNED, "assignment_id = :assignment, courier_id = :courier")
        .param("assignment", UUID.fromString(assignmentId))
        .param("courier", courierId)
        .update();
    search.record(Duration.between(job.openedAt(), clock.instant()));
  }

  /// A fresh search, with all the time that a search has.
  public void searchAgain(Job job) {
    to(
            job,
            JobStatus.OPEN,
            """
        offer_id = NULL, assignment_id = NULL, courier_id = NULL, arrived_at = NULL,
        eta_first = NULL, eta_at = NULL, eta_earliest = NULL, eta_latest = NULL,
        searches = searches + 1, tries = 0, opened_at = :now, give_up_at = :giveUp
        """)
        .param("giveUp", utc(giveUpAt(job.readyAt())))
        .update();
  }

  public void ended(Job job, JobStatus end) {
    to(job, end, "offer_id = NULL").update();
  }

  public void expected(Job job, Arrival arrival) {
    change(
            job,
            """
            eta_first = coalesce(eta_first, :at), eta_at = :at, eta_earliest = :earliest,
            eta_latest = :latest
            """)
        .param("at", utc(arrival.at()))
        .param("earliest", utc(arrival.earliest()))
        .param("latest", utc(arrival.latest()))
        .update();
  }

  private JdbcClient.StatementSpec to(Job job, JobStatus next, String more) {
    if (!job.status().next().contains(next)) {
      throw new IllegalStateException(
          "job %s: %s to %s".formatted(job.orderId(), job.status(), next));
    }
    return change(job, "status = '" + next + "', " + more.strip());
  }

  private JdbcClient.StatementSpec change(Job job, String set) {
    return jdbc.sql("UPDATE job SET " + set + ", updated_at = :now WHERE order_id = :id")
        .param("id", job.orderId())
        .param("now", now());
  }

  private Instant giveUpAt(Instant readyAt) {
    Instant earnest = readyAt.minus(properties.searchLead());
    Instant now = clock.instant();
    return (earnest.isAfter(now) ? earnest : now).plus(properties.giveUp());
  }

  /// How far a search has come: 0 at its beginning, 1 when it is about to be given up.
  public double progress(Job job) {
    Duration whole = Duration.between(job.openedAt(), job.giveUpAt());
    Duration gone = Duration.between(job.openedAt(), clock.instant());
    return whole.isZero() ? 1 : Math.clamp((double) gone.toMillis() / whole.toMillis(), 0, 1);
  }

  private OffsetDateTime now() {
    return utc(clock.instant());
  }

  private static OffsetDateTime utc(Instant instant) {
    return instant.atOffset(ZoneOffset.UTC);
  }
}
