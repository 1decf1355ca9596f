package dev.plaza.bench.search;

import static java.util.function.Predicate.not;

import dev.plaza.catalog.search.Filters;
import dev.plaza.catalog.search.Listing;
import dev.plaza.catalog.search.PlaceIndex;
import dev.plaza.catalog.search.SearchQuery;
import dev.plaza.infra.TestInfra;
import io.lettuce.core.GeoArgs;
import io.lettuce.core.GeoSearch;
import io.lettuce.core.RedisClient;
import io.lettuce.core.api.sync.RedisCommands;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;

/// The 20 nearest places within 3 km that are Thai or ramen, of price level 1 or 2 and rated 4 or
/// better: the catalog's index in memory, PostgreSQL (GiST on `earthdistance`), and Redis
/// (`GEOSEARCH`, attributes filtered in the client from memory, which favours it). Same places,
/// same seeded centres, same run, one caller. Results of the three are compared.
///
/// Run: `./plaza bench search [places …]`, default 4644 and 200000.
public final class SearchBench {

  private static final int QUERIES = 2_000;
  private static final int WARM_UP = 2_000;
  private static final double RADIUS_M = 3_000;
  private static final int LIMIT = 20;
  private static final Filters FILTERS = new Filters(List.of("thai", "ramen"), 1, 2, false, 4.0);
  private static final Set<String> CUISINES = Set.of("thai", "ramen");

  private final City city;
  private final List<double[]> centres;

  private SearchBench(int places) {
    this.city = City.of(places);
    var random = new Random(7);
    var points = new ArrayList<double[]>(QUERIES);
    for (int i = 0; i < QUERIES; i++) {
      points.add(
          new double[] {
            City.LAT + random.nextGaussian() * 0.03, City.LON + random.nextGaussian() * 0.045
          });
    }
    this.centres = points;
  }

  /// Finds ids around a point, nearest first.
  @FunctionalInterface
  private interface Engine {
    List<String> near(double lat, double lon) throws SQLException;
  }

  public static void main(String[] args) throws Exception {
    int[] sizes =
        args.length == 0
            ? new int[] {4_644, 200_000}
            : Arrays.stream(args).mapToInt(Integer::parseInt).toArray();
    for (int size : sizes) {
      new SearchBench(size).run();
    }
    System.exit(0);
  }

  private void run() throws SQLException {
    System.out.printf(
        "%,d places, %,d queries each%n%-12s %9s %9s %9s %11s %14s%n",
        city.places().size(),
        QUERIES,
        "engine",
        "p50 µs",
        "p99 µs",
        "per s",
        "CPU µs",
        "of it server");
    var index = new PlaceIndex();
    index.putAll(city.places());
    Instant now = Instant.parse("2026-03-14T12:00:00Z");
    measure("index", (lat, lon) -> ids(index, query(lat, lon, FILTERS, now)), "");
    var open = new Filters(List.of("thai", "ramen"), 1, 2, true, 4.0);
    measure("index, open", (lat, lon) -> ids(index, query(lat, lon, open, now)), "");
    Engine reference = (lat, lon) -> ids(index, query(lat, lon, FILTERS, now));
    postgres(reference);
    redis(reference);
  }

  private static List<String> ids(PlaceIndex index, SearchQuery query) {
    return index.search(query).stream().map(it -> it.listing().id()).toList();
  }

  private static SearchQuery query(double lat, double lon, Filters filters, Instant now) {
    return new SearchQuery(
        lat, lon, RADIUS_M, filters, null, SearchQuery.Sort.DISTANCE, now, LIMIT, null);
  }

  private void postgres(Engine reference) throws SQLException {
    String database = TestInfra.freshDatabase("bench_search");
    var urls = TestInfra.urls();
    try (Connection connection =
        DriverManager.getConnection(urls.jdbc(database), urls.user(), urls.password())) {
      fill(connection);
      try (PreparedStatement near =
          connection.prepareStatement(
              """
              SELECT id FROM place
               WHERE earth_box(ll_to_earth(?, ?), 3000) @> spot
                 AND earth_distance(ll_to_earth(?, ?), spot) <= 3000
                 AND cuisines && ARRAY['thai', 'ramen'] AND price BETWEEN 1 AND 2 AND rating >= 4
               ORDER BY earth_distance(ll_to_earth(?, ?), spot) LIMIT 20
              """)) {
        Engine engine =
            (lat, lon) -> {
              for (int i = 1; i < 7; i += 2) {
                near.setDouble(i, lat);
                near.setDouble(i + 1, lon);
              }
              return read(near);
            };
        agree("PostgreSQL", engine, reference);
        measure("PostgreSQL", engine, "postgres");
      }
    }
  }

  private static List<String> read(PreparedStatement near) throws SQLException {
    try (var rows = near.executeQuery()) {
      var found = new ArrayList<String>();
      while (rows.next()) {
        found.add(rows.getString(1));
      }
      return found;
    }
  }

  private void fill(Connection connection) throws SQLException {
    try (var statement = connection.createStatement()) {
      statement.execute("CREATE EXTENSION cube; CREATE EXTENSION earthdistance");
      statement.execute(
          "CREATE TABLE place (id text PRIMARY KEY, spot earth, cuisines text[], price int, rating"
              + " float8)");
    }
    try (var insert =
        connection.prepareStatement("INSERT INTO place VALUES (?, ll_to_earth(?, ?), ?, ?, ?)")) {
      int waiting = 0;
      for (Listing it : city.places()) {
        insert.setString(1, it.id());
        insert.setDouble(2, it.lat());
        insert.setDouble(3, it.lon());
        insert.setArray(4, connection.createArrayOf("text", it.cuisines().toArray()));
        insert.setInt(5, it.priceLevel());
        insert.setDouble(6, it.rating());
        insert.addBatch();
        if (++waiting % 5_000 == 0) {
          insert.executeBatch();
        }
      }
      insert.executeBatch();
    }
    try (var statement = connection.createStatement()) {
      statement.execute("CREATE INDEX place_by_spot ON place USING gist (spot)");
      statement.execute("ANALYZE place");
    }
  }

  private void redis(Engine reference) throws SQLException {
    var client = RedisClient.create(TestInfra.urls().redis());
    try (var connection = client.connect()) {
      RedisCommands<String, String> commands = connection.sync();
      String key = "bench:" + city.places().size();
      Map<String, Listing> attributes = new HashMap<>();
      for (Listing it : city.places()) {
        commands.geoadd(key, it.lon(), it.lat(), it.id());
        attributes.put(it.id(), it);
      }
      Engine engine =
          (lat, lon) ->
              commands
                  .geosearch(
                      key,
                      GeoSearch.fromCoordinates(lon, lat),
                      GeoSearch.byRadius(RADIUS_M, GeoArgs.Unit.m),
                      new GeoArgs().asc())
                  .stream()
                  .map(it -> attributes.get(it.getMember()))
                  .filter(SearchBench::isWanted)
                  .limit(LIMIT)
                  .map(Listing::id)
                  .toList();
      agree("Redis", engine, reference);
      measure("Redis", engine, "redis-server");
    } finally {
      client.shutdown();
    }
  }

  private static boolean isWanted(Listing it) {
    return it.priceLevel() <= 2
        && it.rating() >= 4
        && it.cuisines().stream().anyMatch(CUISINES::contains);
  }

  /// Earth radii differ by 0.1 % and Redis keeps places to within half a metre, so neighbours may
  /// swap and one at the very rim may fall out; more is an error.
  private void agree(String name, Engine engine, Engine reference) throws SQLException {
    long found = 0;
    long missing = 0;
    for (double[] it : centres.subList(0, 500)) {
      var wanted = reference.near(it[0], it[1]);
      found += wanted.size();
      missing += wanted.stream().filter(not(engine.near(it[0], it[1])::contains)).count();
    }
    if (missing > found / 200) {
      throw new IllegalStateException(name + " misses " + missing + " of " + found + " places");
    }
  }

  private void measure(String name, Engine engine, String server) throws SQLException {
    for (int i = 0; i < WARM_UP; i++) {
      double[] it = centres.get(i % QUERIES);
      engine.near(it[0], it[1]);
    }
    long[] nanos = new long[QUERIES];
    Duration own = cpu("");
    Duration other = cpu(server);
    long began = System.nanoTime();
    for (int i = 0; i < QUERIES; i++) {
      double[] it = centres.get(i);
      long start = System.nanoTime();
      engine.near(it[0], it[1]);
      nanos[i] = System.nanoTime() - start;
    }
    double seconds = (System.nanoTime() - began) / 1e9;
    double serverMicros = cpu(server).minus(other).toNanos() / 1e3 / QUERIES;
    double micros = cpu("").minus(own).toNanos() / 1e3 / QUERIES;
    if (server.isEmpty()) {
      serverMicros = 0;
    }
    Arrays.sort(nanos);
    System.out.printf(
        "%-12s %9.0f %9.0f %9.0f %11.0f %14.0f%n",
        name,
        nanos[QUERIES / 2] / 1e3,
        nanos[QUERIES * 99 / 100] / 1e3,
        QUERIES / seconds,
        micros + serverMicros,
        serverMicros);
  }

  /// CPU time of this process, or of all processes of a server's name: run on a quiet machine.
  private static Duration cpu(String server) {
    if (server.isEmpty()) {
      return ProcessHandle.current().info().totalCpuDuration().orElse(Duration.ZERO);
    }
    return ProcessHandle.allProcesses()
        .filter(it -> it.info().command().orElse("").contains(server))
        .map(it -> it.info().totalCpuDuration().orElse(Duration.ZERO))
        .reduce(Duration.ZERO, Duration::plus);
  }
}
