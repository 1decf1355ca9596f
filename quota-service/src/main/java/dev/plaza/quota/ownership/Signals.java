package dev.plaza.quota.ownership;

import dev.plaza.quota.authority.Book;
import dev.plaza.quota.authority.PostgresAuthority;
import dev.plaza.quota.offer.Offers;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import javax.sql.DataSource;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;
import org.postgresql.PGConnection;
import org.postgresql.PGNotification;
import org.springframework.context.SmartLifecycle;
import org.springframework.stereotype.Component;

/// Hears at once what the other instances did: rules that changed, rights that are needed
/// elsewhere, that came free or ran out, shards that moved. A signal may get lost; what it tells
/// is also found by looking.
@Component
final class Signals implements SmartLifecycle {

  private static final Log LOG = LogFactory.getLog(Signals.class);
  private static final int WAIT_MS = 1_000;

  private final DataSource database;
  private final ShardMap map;
  private final Book book;
  private volatile boolean running;
  private @Nullable Thread thread;

  Signals(DataSource database, ShardMap map, Book book) {
    this.database = database;
    this.map = map;
    this.book = book;
  }

  @Override
  public void start() {
    running = true;
    thread = Thread.ofVirtual().name("quota-signals").start(this::run);
  }

  private void run() {
    while (running) {
      try (Connection connection = database.getConnection()) {
        listen(connection);
      } catch (SQLException | RuntimeException e) {
        LOG.debug("no signals", e);
        pause();
      }
    }
  }

  private void listen(Connection connection) throws SQLException {
    try (var statement = connection.createStatement()) {
      statement.execute("LISTEN " + Offers.CHANGED);
      statement.execute("LISTEN " + PostgresAuthority.RECALL);
      statement.execute("LISTEN " + PostgresAuthority.NEWS);
      statement.execute("LISTEN " + LeaseStore.MOVED);
    }
    var postgres = connection.unwrap(PGConnection.class);
    try {
      while (running) {
        for (PGNotification it : postgres.getNotifications(WAIT_MS)) {
          heard(it.getName(), it.getParameter());
        }
      }
    } finally {
      if (!connection.isClosed()) {
        try (var statement = connection.createStatement()) {
          statement.execute("UNLISTEN *");
        }
      }
    }
  }

  private void heard(String channel, String what) {
    switch (channel) {
      case Offers.CHANGED -> book.catchUp().forEach(map::refresh);
      case PostgresAuthority.NEWS -> news(what);
      case LeaseStore.MOVED -> map.doubt();
      default -> recall(what);
    }
  }

  private void news(String offer) {
    for (OwnedShard it : map.local()) {
      var _ = it.engine().news(offer);
    }
  }

  private void recall(String what) {
    int space = what.indexOf(' ');
    String offer = what.substring(0, space);
    for (String shard : what.substring(space + 1).split(",", -1)) {
      OwnedShard local = map.local(Integer.parseInt(shard));
      if (local != null) {
        var _ = local.engine().recall(offer);
      }
    }
  }

  private static void pause() {
    try {
      Thread.sleep(WAIT_MS);
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public void stop() {
    running = false;
    try {
      if (thread != null) {
        thread.join(Duration.ofSeconds(3));
      }
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public boolean isRunning() {
    return running;
  }

  @Override
  public int getPhase() {
    return 0;
  }
}
