package dev.plaza.infra;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.spi.LoggerContextListener;
import java.util.List;
import org.slf4j.LoggerFactory;

/// A broker tells hundreds of lines when it starts; in the log of a test or of the local stack only
/// its warnings matter. The listener makes that outlive the reset that every Spring Boot
/// application does when it sets up its own logging.
final class ServerLogs implements LoggerContextListener {
  private static final List<String> TALKATIVE =
      List.of("kafka", "org.apache.kafka", "state.change.logger", "io.zonky.test.db.postgres");

  private ServerLogs() {}

  static void quieten() {
    if (LoggerFactory.getILoggerFactory().getClass().getName().startsWith("ch.qos.logback.")) {
      Logback.listen();
    }
  }

  @Override
  public boolean isResetResistant() {
    return true;
  }

  @Override
  public void onStart(LoggerContext context) {
    onReset(context);
  }

  @Override
  public void onReset(LoggerContext context) {
    TALKATIVE.forEach(name -> context.getLogger(name).setLevel(Level.WARN));
  }

  @Override
  public void onStop(LoggerContext context) {
    // nothing to undo
  }

  @Override
  public void onLevelChange(Logger logger, Level level) {
    // whoever wants more may have it
  }

  /// Apart, so that nothing of Logback is loaded where another logger is bound.
  private static final class Logback {
    static void listen() {
      var context = (LoggerContext) LoggerFactory.getILoggerFactory();
      var listener = new ServerLogs();
      context.addListener(listener);
      listener.onReset(context);
    }
  }
}
