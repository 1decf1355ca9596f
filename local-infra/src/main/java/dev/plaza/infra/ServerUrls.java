package dev.plaza.infra;

/// Where the three servers answer.
///
/// @param postgres JDBC address without a database, `jdbc:postgresql://host:port/`
/// @param kafka bootstrap servers, `host:port`
/// @param redis `redis://host:port`, without a database number
public record ServerUrls(
    String postgres, String user, String password, String kafka, String redis) {

  public ServerUrls {
    if (!postgres.startsWith("jdbc:postgresql://") || !postgres.endsWith("/")) {
      throw new IllegalArgumentException("not jdbc:postgresql://host:port/ : " + postgres);
    }
  }

  public String jdbc(String database) {
    return postgres + database;
  }
}
