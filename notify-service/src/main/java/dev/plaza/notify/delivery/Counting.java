package dev.plaza.notify.delivery;

import dev.plaza.notify.category.Categories;
import dev.plaza.notify.category.Category;
import dev.plaza.notify.category.Channels;
import dev.plaza.notify.job.Job;
import dev.plaza.notify.preference.QuietHours;
import dev.plaza.notify.provider.Channel;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.time.Duration;
import java.time.Instant;
import java.util.HexFormat;
import java.util.List;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;
import tools.jackson.databind.json.JsonMapper;

/// What of a delivery is counted: its content, its use of a cap, whether it joins a digest.
@Component
class Counting {

  private static final Duration NAMED = Duration.ofDays(7);

  private final Categories categories;
  private final Composer composer;
  private final JsonMapper json;

  Counting(Categories categories, Composer composer, JsonMapper json) {
    this.categories = categories;
    this.composer = composer;
    this.json = json;
  }

  Category category(Delivery delivery) {
    return categories.of(delivery.category(), delivery.priority());
  }

  /// Whether it will join a digest.
  boolean collects(Delivery delivery) {
    return category(delivery).digest() != null
        && !delivery.digest()
        && delivery.channel() != Channel.IN_APP
        && !category(delivery).critical();
  }

  Budgets.@Nullable Content content(Delivery delivery, Facts facts, Instant now) {
    Job job = facts.job(delivery);
    Duration window = job.dedupeKey() == null ? category(delivery).dedupe() : NAMED;
    if (window.isZero() || delivery.digest()) {
      return null;
    }
    Object said =
        job.dedupeKey() == null
            ? List.of(job.template(), new TreeMap<>(Composer.data(delivery, job)))
            : List.of(job.caller(), job.dedupeKey());
    return new Budgets.Content(
        delivery.id(),
        sha256(
            facts.address(delivery)
                + "\n"
                + Channels.name(delivery.channel())
                + "\n"
                + json.writeValueAsString(said)),
        now.plus(window));
  }

  Budgets.@Nullable Use use(Delivery delivery, Facts facts, Instant now) {
    Integer max = category(delivery).capPerDay();
    if (max == null || category(delivery).critical()) {
      return null;
    }
    var day = QuietHours.dayOf(now, composer.zone(delivery, facts.person(delivery)));
    return new Budgets.Use(
        delivery.id(),
        delivery.recipient(),
        delivery.category(),
        Channels.name(delivery.channel()),
        day,
        max);
  }

  private static String sha256(String text) {
    try {
      return HexFormat.of()
          .formatHex(
              MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8)));
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("every JDK has SHA-256", e);
    }
  }
}
