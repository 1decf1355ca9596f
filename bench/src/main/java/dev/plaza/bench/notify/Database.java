package dev.plaza.bench.notify;

import dev.plaza.infra.ServerUrls;
import java.sql.DriverManager;
import java.sql.SQLException;

/// The service's database, as the bench fills it.
record Database(ServerUrls urls) {

  void create(String name) throws SQLException {
    execute("postgres", "CREATE DATABASE " + name);
  }

  /// A list of so many recipients.
  void members(String topic, int count) throws SQLException {
    execute(
        "notify",
        """
        INSERT INTO topic_member (topic, member, data)
        SELECT '%1$s', 'e:' || lpad(n::text, 7, '0') || '.%1$s@plaza.example', '{"name":"Ana"}'
          FROM generate_series(1, %2$d) n\
        """
            .formatted(topic, count));
  }

  /// How many recipients of the job of this template have been turned into deliveries.
  long recipients(String template) throws SQLException {
    return number("SELECT coalesce(sum(recipients), 0) FROM job WHERE template = ?", template);
  }

  /// How many deliveries the job of this template has.
  long deliveries(String template) throws SQLException {
    return number(
        "SELECT count(*) FROM delivery d JOIN job j ON j.id = d.job_id WHERE j.template = ?",
        template);
  }

  private long number(String sql, String template) throws SQLException {
    try (var connection =
            DriverManager.getConnection(urls.jdbc("notify"), urls.user(), urls.password());
        var statement = connection.prepareStatement(sql)) {
      statement.setString(1, template);
      try (var row = statement.executeQuery()) {
        row.next();
        return row.getLong(1);
      }
    }
  }

  private void execute(String database, String sql) throws SQLException {
    try (var connection =
            DriverManager.getConnection(urls.jdbc(database), urls.user(), urls.password());
        var statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }
}
