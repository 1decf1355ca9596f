package dev.plaza.notify.order;

import dev.plaza.notify.template.Content;
import dev.plaza.notify.template.Templates;
import dev.plaza.notify.template.Variable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Map;
import org.springframework.context.SmartLifecycle;
import org.springframework.core.io.ClassPathResource;
import org.springframework.stereotype.Component;
import org.springframework.transaction.support.TransactionTemplate;
import tools.jackson.core.type.TypeReference;
import tools.jackson.databind.json.JsonMapper;

/// Publishes the platform's own templates where there are none of these keys yet. What ops made of
/// them since then stays.
@Component
class SeedTemplates implements SmartLifecycle {

  private static final TypeReference<Map<String, Seed>> SEEDS = new TypeReference<>() {};
  private static final String BY = "plaza";

  private final Templates templates;
  private final JsonMapper json;
  private final TransactionTemplate transaction;
  private volatile boolean running;

  SeedTemplates(Templates templates, JsonMapper json, TransactionTemplate transaction) {
    this.templates = templates;
    this.json = json;
    this.transaction = transaction;
  }

  record Seed(String category, Map<String, Variable> variables, Map<String, Content> content) {}

  /// Before listeners and lanes.
  @Override
  public void start() {
    running = true;
    seeds()
        .forEach(
            (key, seed) ->
                transaction.executeWithoutResult(
                    _ -> {
                      templates.lock(key);
                      if (templates.live(key).isEmpty()) {
                        var added =
                            templates.add(
                                key, seed.category(), seed.variables(), seed.content(), BY);
                        templates.publish(key, added.version());
                      }
                    }));
  }

  Map<String, Seed> seeds() {
    try (var in = new ClassPathResource("seed-templates.json").getInputStream()) {
      return json.readValue(in, SEEDS);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void stop() {
    running = false;
  }

  @Override
  public boolean isRunning() {
    return running;
  }

  @Override
  public int getPhase() {
    return Integer.MIN_VALUE + 1_000;
  }
}
