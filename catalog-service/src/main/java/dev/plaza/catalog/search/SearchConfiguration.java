package dev.plaza.catalog.search;

import com.uber.h3core.H3Core;
import dev.plaza.catalog.hours.Timetables;
import dev.plaza.catalog.restaurant.Offers;
import dev.plaza.catalog.restaurant.Restaurants;
import dev.plaza.platform.RepeatingJob;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;
import java.io.IOException;
import java.time.Clock;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.data.redis.core.StringRedisTemplate;
import org.springframework.kafka.core.ConsumerFactory;
import tools.jackson.databind.json.JsonMapper;

@Configuration(proxyBeanMethods = false)
class SearchConfiguration {

  @Bean
  PlaceIndex placeIndex() {
    return new PlaceIndex();
  }

  @Bean
  MeterBinder placeCount(PlaceIndex index) {
    return registry ->
        Gauge.builder("catalog.search.places", index, PlaceIndex::size).register(registry);
  }

  @Bean
  Listings listings(
      PlaceIndex index,
      Restaurants restaurants,
      Timetables timetables,
      SearchProperties properties,
      Clock clock) {
    return new Listings(index, restaurants, timetables, properties, clock);
  }

  @Bean
  CatalogFeed catalogFeed(ConsumerFactory<String, byte[]> consumers, Listings listings) {
    return new CatalogFeed(consumers, listings);
  }

  @Bean
  RepeatingJob searchSweep(Listings listings, SearchProperties properties) {
    return new RepeatingJob(
        "search-sweep",
        properties.sweepEvery(),
        () -> {
          listings.sweep();
          return false;
        });
  }

  @Bean
  Searching searching(
      PlaceIndex index,
      Offers offers,
      StringRedisTemplate redis,
      SearchProperties properties,
      JsonMapper json,
      MeterRegistry meters,
      Clock clock)
      throws IOException {
    var hotAreas = new HotAreas(H3Core.newInstance(), properties, clock);
    var cache = new AnswerCache(redis, properties, clock);
    return new Searching(index, offers, hotAreas, cache, json, meters);
  }
}
