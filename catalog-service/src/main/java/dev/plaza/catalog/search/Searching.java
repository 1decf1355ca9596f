package dev.plaza.catalog.search;

import dev.plaza.catalog.restaurant.Offers;
import dev.plaza.catalog.search.SearchQuery.Position;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Instant;
import java.util.HexFormat;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/// Answers questions: from the cache for first pages in hot areas, else from the index.
final class Searching {

  private final PlaceIndex index;
  private final Offers offers;
  private final HotAreas hotAreas;
  private final AnswerCache cache;
  private final JsonMapper json;
  private final Counter hits;
  private final Counter misses;

  Searching(
      PlaceIndex index,
      Offers offers,
      HotAreas hotAreas,
      AnswerCache cache,
      JsonMapper json,
      MeterRegistry meters) {
    this.index = index;
    this.offers = offers;
    this.hotAreas = hotAreas;
    this.cache = cache;
    this.json = json;
    this.hits = meters.counter("catalog.search.cache", "outcome", "hit");
    this.misses = meters.counter("catalog.search.cache", "outcome", "miss");
  }

  /// @param items a JSON array
  /// @param last the last item's place when more follow
  /// @param at the moment that the answer is about
  record Answer(String items, @Nullable Position last, Instant at) {}

  /// @param aboutNow whether an answer that is a little old will do
  Answer answer(SearchQuery query, boolean aboutNow) {
    boolean cacheable =
        aboutNow
            && query.after() == null
            && hotAreas.isHot(query.lat(), query.lon())
            && cache.isUsable();
    if (!cacheable) {
      return fresh(query);
    }
    var question = digest(SearchRequest.question(query) + "|" + query.limit());
    var kept = cache.find(question).flatMap(this::read);
    if (kept.isPresent()) {
      hits.increment();
      return kept.get();
    }
    misses.increment();
    var answer = fresh(query);
    cache.keep(question, json.writeValueAsString(answer));
    return answer;
  }

  private Answer fresh(SearchQuery query) {
    var found = index.search(query.limit(query.limit() + 1));
    boolean more = found.size() > query.limit();
    var shown = more ? found.subList(0, query.limit()) : found;
    var items = shown.stream().map(it -> SearchItem.of(it, query, offers)).toList();
    var end = more ? shown.getLast() : null;
    return new Answer(
        json.writeValueAsString(items),
        end == null ? null : new Position(end.key(), end.listing().id()),
        query.at());
  }

  private Optional<Answer> read(String kept) {
    try {
      return Optional.of(json.readValue(kept, Answer.class));
    } catch (JacksonException _) {
      return Optional.empty();
    }
  }

  private static String digest(String text) {
    try {
      var sha = MessageDigest.getInstance("SHA-256");
      return HexFormat.of().formatHex(sha.digest(text.getBytes(StandardCharsets.UTF_8)), 0, 16);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every JDK has SHA-256", e);
    }
  }
}
