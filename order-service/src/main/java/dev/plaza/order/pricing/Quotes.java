package dev.plaza.order.pricing;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import java.sql.SQLException;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Optional;
import java.util.UUID;
import javax.sql.DataSource;
import org.springframework.beans.factory.DisposableBean;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;
import org.springframework.transaction.support.TransactionSynchronizationManager;
import tools.jackson.databind.json.JsonMapper;

/// The prices that customers saw.
///
/// A quote made inside a checkout that is then refused must outlive the rollback, or the customer
/// could not order by it. It is written over connections of its own: whoever holds one of these
/// waits for nothing, so checkouts that hold one of the pool cannot block each other.
@Component
class Quotes implements DisposableBean {

  private static final int OWN_CONNECTIONS = 2;

  /// @param surgePercent what the quote multiplied the delivery fee by
  record Stored(Quote quote, int surgePercent) {}

  private final JdbcClient jdbc;
  private final HikariDataSource own;
  private final JdbcClient outside;
  private final JsonMapper json;

  Quotes(DataSource pool, JdbcClient jdbc, JsonMapper json) throws SQLException {
    this.jdbc = jdbc;
    this.json = json;
    var config = new HikariConfig();
    pool.unwrap(HikariDataSource.class).copyStateTo(config);
    config.setPoolName("quotes");
    config.setMaximumPoolSize(OWN_CONNECTIONS);
    config.setMinimumIdle(0);
    config.setInitializationFailTimeout(-1);
    this.own = new HikariDataSource(config);
    this.outside = JdbcClient.create(own);
  }

  /// Does not wait for the disk: should the database crash within the next moment, the customer
  /// asks for another price. That holds for this statement's own transaction and no other.
  void add(Quote quote, int surgePercent) {
    var client = TransactionSynchronizationManager.isActualTransactionActive() ? outside : jdbc;
    client
        .sql(
            """
            INSERT INTO quote (id, cart_id, surge_percent, expires_at, body)
            SELECT ?, ?, ?, ?, ?::jsonb FROM set_config('synchronous_commit', 'off', true)
            """)
        .param(UUID.fromString(quote.quoteId()))
        .param(UUID.fromString(quote.cartId()))
        .param(surgePercent)
        .param(quote.expiresAt().atOffset(ZoneOffset.UTC))
        .param(json.writeValueAsString(quote))
        .update();
  }

  Optional<Stored> find(String quoteId, String cartId) {
    return jdbc.sql(
            """
            SELECT body, surge_percent FROM quote WHERE id::text = ? AND cart_id = ?
            """)
        .param(quoteId)
        .param(UUID.fromString(cartId))
        .query(
            (row, _) ->
                new Stored(
                    json.readValue(row.getString("body"), Quote.class),
                    row.getInt("surge_percent")))
        .optional();
  }

  int purge(Instant before) {
    return jdbc.sql(
            """
            DELETE FROM quote WHERE id IN (
              SELECT id FROM quote WHERE expires_at < ?
              ORDER BY expires_at LIMIT 5000 FOR UPDATE SKIP LOCKED)
            """)
        .param(before.atOffset(ZoneOffset.UTC))
        .update();
  }

  @Override
  public void destroy() {
    own.close();
  }
}
