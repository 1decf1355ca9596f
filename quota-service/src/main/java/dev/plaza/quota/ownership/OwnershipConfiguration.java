package dev.plaza.quota.ownership;

import dev.plaza.quota.authority.Book;
import dev.plaza.quota.authority.PostgresAuthority;
import dev.plaza.quota.shard.GuidIndex;
import java.time.Clock;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

@Configuration(proxyBeanMethods = false)
class OwnershipConfiguration {

  @Bean
  Identity identity(QuotaProperties properties) {
    return Identity.take(properties.log().dir());
  }

  @Bean
  Fences fences(QuotaProperties properties) {
    return new Fences(properties.log().dir());
  }

  @Bean
  GuidIndex guidIndex() {
    return new GuidIndex();
  }

  @Bean
  Openings openings(
      QuotaProperties properties,
      Fences fences,
      PostgresAuthority authority,
      Book book,
      GuidIndex guids,
      Clock clock) {
    return new Openings(properties, fences, authority, book, guids, clock);
  }

  @Bean
  Ownership ownership(
      QuotaProperties properties,
      LeaseStore store,
      Openings openings,
      ShardMap map,
      Identity identity) {
    return new Ownership(properties, store, openings, map, identity);
  }

  @Bean
  Keeper keeper(
      QuotaProperties properties,
      Ownership ownership,
      ShardMap map,
      Fences fences,
      Book book,
      Identity identity) {
    return new Keeper(properties, ownership, map, fences, book, identity);
  }
}
