package dev.plaza.bench.quota;

import dev.plaza.infra.PostgresServer;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/// The usual way: one statement that counts up below the limit and notes the GUID; a connection
/// for each client, a batch in one transaction.
final class PostgresContender implements Contender {

  private static final String REDEEM =
      """
      WITH counted AS (
        UPDATE offer SET used = used + 1
         WHERE id = ? AND used < cap AND NOT EXISTS (SELECT FROM redemption WHERE guid = ?)
        RETURNING id)
      INSERT INTO redemption (guid, offer, person) SELECT ?, id, ? FROM counted
      """;

  private final PostgresServer server;
  private final boolean durable;
  private final List<Connection> connections = new ArrayList<>();
  private final List<PreparedStatement> statements = new ArrayList<>();

  PostgresContender(PostgresServer server, Traffic traffic, int clients, boolean durable)
      throws SQLException {
    this.server = server;
    this.durable = durable;
    try (Connection connection = connect();
        var statement = connection.createStatement()) {
      statement.execute("DROP TABLE IF EXISTS offer, redemption");
      statement.execute(
          "CREATE TABLE offer (id int PRIMARY KEY, used bigint NOT NULL, cap bigint NOT NULL)"
              + " WITH (fillfactor = 50)");
      statement.execute(
          "CREATE TABLE redemption (guid uuid PRIMARY KEY, offer int NOT NULL, person uuid NOT"
              + " NULL)");
      statement.execute(
          "INSERT INTO offer SELECT it, 0, %d FROM generate_series(0, %d) it"
              .formatted(traffic.limit(), traffic.offers() - 1));
      statement.execute("VACUUM ANALYZE offer");
    }
    for (int client = 0; client < clients; client++) {
      Connection connection = connect();
      try (var statement = connection.createStatement()) {
        statement.execute("SET synchronous_commit = " + (durable ? "on" : "off"));
      }
      connection.setAutoCommit(false);
      connections.add(connection);
      statements.add(connection.prepareStatement(REDEEM));
    }
  }

  private Connection connect() throws SQLException {
    return DriverManager.getConnection(server.jdbcUrl() + "postgres", "postgres", "postgres");
  }

  @Override
  public String name() {
    return durable ? "PostgreSQL, durable" : "PostgreSQL, asynchronous commit";
  }

  @Override
  public int redeem(int client, List<Request> batch) throws SQLException {
    PreparedStatement statement = statements.get(client);
    // In order of the offers' rows, so that batches do not deadlock.
    for (Request it : batch.stream().sorted((a, b) -> a.offer() - b.offer()).toList()) {
      statement.setInt(1, it.offer());
      statement.setObject(2, it.guid());
      statement.setObject(3, it.guid());
      statement.setObject(4, it.user());
      statement.addBatch();
    }
    int redeemed = Arrays.stream(statement.executeBatch()).sum();
    connections.get(client).commit();
    return redeemed;
  }

  @Override
  public Duration serverCpu() {
    return Contender.cpu(server.pid(), true);
  }

  @Override
  public void close() {
    for (Connection it : connections) {
      try {
        it.close();
      } catch (SQLException failure) {
        throw new IllegalStateException(failure);
      }
    }
  }
}
