package dev.plaza.quota.offer;

import dev.plaza.platform.problem.CommonProblem;
import dev.plaza.platform.problem.ProblemException;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Timestamp;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Repository;
import org.springframework.transaction.annotation.Transactional;
import tools.jackson.databind.json.JsonMapper;

/// The offers in the database.
///
/// `change` numbers every change of any offer in the order of their commits: it is drawn under an
/// advisory lock, so a reader that has seen `n` will not be surprised by a smaller one later.
@Repository
public class Offers {

  /// Listeners hear the id of an offer whose rules changed.
  public static final String CHANGED = "quota_offer_changed";

  private static final Duration REMEMBERED = Duration.ofDays(7);
  private static final long CHANGE_LOCK = 0x71756f7461L;

  private final JdbcClient jdbc;
  private final JsonMapper json;
  private final Clock clock;

  Offers(JdbcClient jdbc, JsonMapper json, Clock clock) {
    this.jdbc = jdbc;
    this.json = json;
    this.clock = clock;
  }

  /// What a change led to.
  public record Saved(Offer offer, boolean created, boolean changed, boolean lowered) {}

  /// An offer and the number of its last change.
  public record Changed(Offer offer, long change) {}

  /// Stores the offer as `body` says. The same rules again change nothing.
  @Transactional
  public Saved save(String id, OfferBody body) {
    Offer wanted = OfferRules.offer(id, body);
    jdbc.sql("SELECT pg_advisory_xact_lock(:lock)").param("lock", CHANGE_LOCK).query().listOfRows();
    Offer before = find(wanted.id(), "FOR NO KEY UPDATE").orElse(null);
    if (before == null) {
      return new Saved(insert(wanted.withVersion(1)), true, true, false);
    }
    Offer same = wanted.withVersion(before.version());
    if (same.equals(before)) {
      return new Saved(before, false, false, false);
    }
    if (reopens(before, wanted) && isUsed(before.id())) {
      throw new ProblemException(CommonProblem.INVALID, "The offer breaks a rule.")
          .at("/ends_at", "reopens what ended long ago, when it is forgotten who used it");
    }
    boolean lowered = lowers(wanted.limit(), before.limit()) || lowersBudget(wanted, before);
    return new Saved(update(wanted.withVersion(before.version() + 1)), false, true, lowered);
  }

  /// GUIDs and persons of an offer are forgotten at its shards that long after its end: who has
  /// used it cannot be told any more, so limits per person would begin anew.
  private boolean reopens(Offer before, Offer wanted) {
    Instant now = clock.instant();
    Instant ended = before.endsAt();
    Instant end = wanted.endsAt();
    return ended != null
        && ended.isBefore(now.minus(REMEMBERED))
        && (end == null || end.isAfter(now));
  }

  private boolean isUsed(String id) {
    return jdbc.sql("SELECT used_units > 0 FROM offer WHERE id = :id")
        .param("id", id)
        .query(Boolean.class)
        .single();
  }

  public Optional<Offer> find(String id) {
    return find(id, "");
  }

  /// Changes after a number, oldest first.
  public List<Changed> changedAfter(long change, int limit) {
    return jdbc.sql("SELECT * FROM offer WHERE change > :change ORDER BY change LIMIT :limit")
        .param("change", change)
        .param("limit", limit)
        .query((row, _) -> new Changed(offer(row), row.getLong("change")))
        .list();
  }

  private Optional<Offer> find(String id, String lock) {
    return jdbc.sql("SELECT * FROM offer WHERE id = :id " + lock)
        .param("id", id)
        .query((row, _) -> offer(row))
        .optional();
  }

  private Offer insert(Offer offer) {
    bound(
            """
            INSERT INTO offer (id, written, version, change, limit_units, per_user_limit, starts_at,
                               ends_at, budget_amount, budget_currency, discount, conditions,
                               updated_at)
            VALUES (:id, :written, :version, nextval('offer_change'), :limit, :perUser, :starts,
                    :ends, :budget, :currency, :discount::jsonb, :conditions::jsonb, :now)
            """,
            offer)
        .update();
    tell(offer);
    return offer;
  }

  private Offer update(Offer offer) {
    bound(
            """
            UPDATE offer
               SET written = :written, version = :version, change = nextval('offer_change'),
                   limit_units = :limit, per_user_limit = :perUser, starts_at = :starts,
                   ends_at = :ends, budget_amount = :budget, budget_currency = :currency,
                   discount = :discount::jsonb, conditions = :conditions::jsonb, updated_at = :now
             WHERE id = :id
            """,
            offer)
        .update();
    tell(offer);
    return offer;
  }

  private void tell(Offer offer) {
    jdbc.sql("SELECT pg_notify('" + CHANGED + "', :id)")
        .param("id", offer.id())
        .query()
        .listOfRows();
  }

  private JdbcClient.StatementSpec bound(String sql, Offer offer) {
    Money budget = offer.budget();
    return jdbc.sql(sql)
        .param("id", offer.id())
        .param("written", offer.written())
        .param("version", offer.version())
        .param("limit", offer.limit())
        .param("perUser", offer.perUserLimit())
        .param("starts", utc(offer.startsAt()))
        .param("ends", utc(offer.endsAt()))
        .param("budget", budget == null ? null : budget.amount())
        .param("currency", budget == null ? null : budget.currency())
        .param("discount", json.writeValueAsString(OfferBody.DiscountBody.of(offer.discount())))
        .param("conditions", json.writeValueAsString(ConditionsBody.of(offer.conditions())))
        .param("now", utc(clock.instant()));
  }

  private Offer offer(ResultSet row) throws SQLException {
    long budget = row.getLong("budget_amount");
    String currency = row.getString("budget_currency");
    return new Offer(
        row.getString("id"),
        row.getString("written"),
        row.getLong("version"),
        row.getObject("limit_units", Long.class),
        row.getObject("per_user_limit", Integer.class),
        instant(row.getTimestamp("starts_at")),
        instant(row.getTimestamp("ends_at")),
        currency == null ? null : new Money(budget, currency),
        discount(row.getString("discount")),
        conditions(row.getString("conditions")));
  }

  private Discount discount(String text) {
    var body = json.readValue(text, OfferBody.DiscountBody.class);
    if (body.percent() != null) {
      return new Discount.Percent(body.percent());
    }
    if (body.amount() == null || body.currency() == null) {
      throw new IllegalStateException("a stored discount is neither a percentage nor an amount");
    }
    return new Discount.Amount(new Money(body.amount(), body.currency()));
  }

  private Conditions conditions(String text) {
    var body = json.readValue(text, ConditionsBody.class);
    return new Conditions(
        body.minimumSubtotal(),
        body.restaurantIds() == null ? Set.of() : Set.copyOf(body.restaurantIds()),
        Boolean.TRUE.equals(body.firstOrderOnly()),
        body.maxDiscount(),
        !Boolean.FALSE.equals(body.honorHolds()));
  }

  private static boolean lowers(@Nullable Long now, @Nullable Long before) {
    return now != null && (before == null || now < before);
  }

  private static boolean lowersBudget(Offer now, Offer before) {
    return lowers(
        now.budget() == null ? null : now.budget().amount(),
        before.budget() == null ? null : before.budget().amount());
  }

  private static java.time.@Nullable OffsetDateTime utc(@Nullable Instant at) {
    return at == null ? null : at.atOffset(ZoneOffset.UTC);
  }

  private static @Nullable Instant instant(@Nullable Timestamp at) {
    return at == null ? null : at.toInstant();
  }
}
