package dev.plaza.infra;

import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.regex.Pattern;

/// Creates databases. Names come from code, and are checked all the same.
public final class Databases {
  private static final Pattern NAME = Pattern.compile("[a-z][a-z0-9_]{0,62}");
  private static final String DUPLICATE_DATABASE = "42P04";

  private Databases() {}

  /// Does nothing when it exists.
  public static void createIfAbsent(ServerUrls urls, String name) {
    execute(urls, "CREATE DATABASE " + checked(name), DUPLICATE_DATABASE);
  }

  /// Throws away what is in it, and whoever is connected to it.
  public static void recreate(ServerUrls urls, String name) {
    drop(urls, name);
    createIfAbsent(urls, name);
  }

  public static void drop(ServerUrls urls, String name) {
    execute(urls, "DROP DATABASE IF EXISTS " + checked(name) + " WITH (FORCE)", "");
  }

  private static String checked(String name) {
    if (!NAME.matcher(name).matches()) {
      throw new IllegalArgumentException("not a database name: " + name);
    }
    return name;
  }

  private static void execute(ServerUrls urls, String sql, String harmlessState) {
    try (var connection =
            DriverManager.getConnection(urls.jdbc("postgres"), urls.user(), urls.password());
        var statement = connection.createStatement()) {
      statement.execute(sql);
    } catch (SQLException e) {
      if (!harmlessState.equals(e.getSQLState())) {
        throw new InfraException("PostgreSQL refused \"" + sql + "\": " + e.getMessage(), e);
      }
    }
  }
}
