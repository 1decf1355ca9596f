package dev.plaza.notify.routing;

import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/// Rates of providers, shared by all instances and measured by the one clock of the database
/// (GCRA). Bulk messages pass a second, slower bucket, so that a share of each rate is always left.
@Component
public class Rates {

  private final JdbcClient jdbc;
  private final RoutingProperties properties;

  Rates(JdbcClient jdbc, RoutingProperties properties) {
    this.jdbc = jdbc;
    this.properties = properties;
  }

  /// @param granted how many may go now
  /// @param pause until the next one may
  /// @param interval between two further ones
  public record Grant(int granted, Duration pause, Duration interval) {

    static Grant all(int wanted) {
      return new Grant(wanted, Duration.ZERO, Duration.ZERO);
    }
  }

  private record Tats(Instant tat, Instant bulkTat, Instant now) {}

  /// In the caller's transaction, which holds the bucket until it ends.
  public Grant take(String provider, int wanted, boolean bulk) {
    Double rate = properties.rates().get(provider);
    if (rate == null || rate <= 0 || wanted == 0) {
      return Grant.all(wanted);
    }
    jdbc.sql(
            """
            INSERT INTO provider_rate (id, tat, bulk_tat) VALUES (?, 'epoch', 'epoch')
            ON CONFLICT DO NOTHING
            """)
        .param(provider)
        .update();
    Tats tats =
        jdbc.sql(
                """
                SELECT tat, bulk_tat, clock_timestamp() AS now FROM provider_rate
                 WHERE id = ? FOR UPDATE
                """)
            .param(provider)
            .query(
                (row, _) ->
                    new Tats(
                        row.getObject("tat", OffsetDateTime.class).toInstant(),
                        row.getObject("bulk_tat", OffsetDateTime.class).toInstant(),
                        row.getObject("now", OffsetDateTime.class).toInstant()))
            .single();
    return spend(provider, wanted, bulk, rate, tats);
  }

  private Grant spend(String provider, int wanted, boolean bulk, double rate, Tats tats) {
    double bulkRate = rate * (1 - properties.reserve());
    var all = new Bucket(tats.tat(), tats.now(), rate, properties.burst());
    var slow = new Bucket(tats.bulkTat(), tats.now(), bulkRate, properties.burst());
    int granted = Math.min(wanted, bulk ? Math.min(all.free(), slow.free()) : all.free());
    jdbc.sql("UPDATE provider_rate SET tat = :tat, bulk_tat = :bulk WHERE id = :id")
        .param("tat", all.after(granted).atOffset(ZoneOffset.UTC))
        .param("bulk", (bulk ? slow.after(granted) : tats.bulkTat()).atOffset(ZoneOffset.UTC))
        .param("id", provider)
        .update();
    Bucket tight = bulk && slow.free() < all.free() ? slow : all;
    return new Grant(granted, tight.pause(granted), tight.interval());
  }

  /// One theoretical arrival time: it may run ahead of now by the burst.
  private record Bucket(Instant tat, Instant now, double rate, int burst) {

    private double ahead() {
      return tat.isAfter(now) ? Duration.between(now, tat).toNanos() / 1e9 * rate : 0;
    }

    int free() {
      return (int) Math.max(0, Math.floor(burst - ahead() + 1e-9));
    }

    Instant after(int taken) {
      Instant from = tat.isAfter(now) ? tat : now;
      return from.plusNanos((long) (taken * 1e9 / rate));
    }

    Duration pause(int taken) {
      double missing = ahead() + taken + 1 - burst;
      return Duration.ofNanos((long) (Math.max(0, missing) * 1e9 / rate));
    }

    Duration interval() {
      return Duration.ofNanos((long) (1e9 / rate));
    }
  }
}
