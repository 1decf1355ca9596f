package dev.plaza.ratelimit.policy;

import dev.plaza.ratelimit.policy.InvalidPolicy.Flaw;
import java.math.BigDecimal;
import java.math.MathContext;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// A policy as it is written in configuration, in the control API and in stores. Nothing in it is
/// believed until [#policy] has checked it.
///
/// @param scope `policy`, `route` or `shared:<name>`
/// @param regions `local`, `home` or `shares`; with `shares`, `shares` says each region's
///     ten-thousandths
public record PolicyDocument(
    @Nullable String id,
    @Nullable Matching match,
    @Nullable String key,
    @Nullable BigDecimal rate,
    @Nullable String per,
    @Nullable Long burst,
    @Nullable Long cost,
    @Nullable Allowance quota,
    @Nullable String onStoreFailure,
    @Nullable Boolean strict,
    @Nullable Boolean shadow,
    @Nullable String scope,
    @Nullable String anonymous,
    @Nullable String regions,
    @Nullable Map<String, Integer> shares,
    @Nullable Long version) {

  public record Matching(
      @Nullable String route,
      @Nullable String method,
      @Nullable String role,
      @Nullable String tenant) {}

  public record Allowance(@Nullable Long limit, @Nullable String window, @Nullable String zone) {

    Allowance times(long factor) {
      return new Allowance(limit == null ? null : Math.multiplyExact(limit, factor), window, zone);
    }
  }

  private static final String SHARED = "shared:";

  public static PolicyDocument of(Policy policy) {
    var match = policy.match();
    var rate = policy.rate();
    var quota = policy.quota();
    return new PolicyDocument(
        policy.id(),
        new Matching(match.route(), match.method(), match.role(), match.tenant()),
        lower(policy.key()),
        rate == null ? null : stated(rate, policy.per()),
        rate == null ? null : Periods.text(policy.per()),
        rate == null ? null : policy.burst(),
        policy.cost(),
        quota == null
            ? null
            : new Allowance(quota.limit(), lower(quota.window()), quota.zone().getId()),
        lower(policy.onStoreFailure()),
        policy.strict(),
        policy.shadow(),
        switch (policy.scope()) {
          case Scope.PerPolicy _ -> "policy";
          case Scope.PerRoute _ -> "route";
          case Scope.Shared(String name) -> SHARED + name;
        },
        lower(policy.anonymous()),
        switch (policy.regions()) {
          case Regions.Local _ -> "local";
          case Regions.Home _ -> "home";
          case Regions.Shares _ -> "shares";
        },
        policy.regions() instanceof Regions.Shares it ? it.tenThousandths() : null,
        policy.version());
  }

  /// The same document under another id and version: those of the address it was put to.
  public PolicyDocument stored(String id, @Nullable Long version) {
    return new PolicyDocument(
        id,
        match,
        key,
        rate,
        per,
        burst,
        cost,
        quota,
        onStoreFailure,
        strict,
        shadow,
        scope,
        anonymous,
        regions,
        shares,
        version);
  }

  /// The same policy for so many times the callers: rate, burst and quota multiplied.
  public PolicyDocument times(long factor) {
    return new PolicyDocument(
        id,
        match,
        key,
        rate == null ? null : rate.multiply(BigDecimal.valueOf(factor)),
        per,
        burst == null ? null : Math.multiplyExact(burst, factor),
        cost,
        quota == null ? null : quota.times(factor),
        onStoreFailure,
        strict,
        shadow,
        scope,
        anonymous,
        regions,
        shares,
        version);
  }

  /// The checked meaning; [InvalidPolicy] names every field that has none.
  public Policy policy() {
    var flaws = new ArrayList<Flaw>();
    var name = id == null ? "" : id;
    var read = new Reading(PolicyRules.printable(name), flaws);
    var time = read.of("per", per, Periods::parse, Duration.ofSeconds(1));
    var builder =
        new PolicyBuilder(name)
            .match(
                match == null
                    ? Match.ALL
                    : new Match(match.route, match.method, match.role, match.tenant))
            .key(read.of("key", key, it -> constant(KeyBy.class, it), KeyBy.USER))
            .rate(read.of("rate", rate, it -> Rate.of(it, time), null), time)
            .cost(cost == null ? 1 : cost)
            .quota(quota(read))
            .onStoreFailure(
                read.of(
                    "on_store_failure",
                    onStoreFailure,
                    it -> constant(OnStoreFailure.class, it),
                    OnStoreFailure.OPEN))
            .strict(strict != null && strict)
            .shadow(shadow != null && shadow)
            .scope(read.of("scope", scope, PolicyDocument::scope, Scope.PER_POLICY))
            .anonymous(
                read.of(
                    "anonymous", anonymous, it -> constant(Anonymous.class, it), Anonymous.BY_IP))
            .regions(read.of("regions", regions, this::regions, Regions.LOCAL))
            .version(version == null ? 0 : version);
    Long stated = read.of("burst", burst, this::burst, null);
    if (stated != null) {
      builder.burst(stated);
    }
    if (!flaws.isEmpty()) {
      throw new InvalidPolicy(flaws);
    }
    return builder.build();
  }

  /// Only a bucket has one: beside a quota alone, 0 would not deny all, as its author may think.
  private long burst(long burst) {
    if (burst < 1 && rate == null && quota != null) {
      throw new IllegalArgumentException("means nothing without a rate");
    }
    return burst;
  }

  private @Nullable Quota quota(Reading read) {
    if (quota == null) {
      return null;
    }
    var limit = read.of("quota.limit", quota.limit == null ? -1 : quota.limit, it -> it, -1L);
    var window =
        read.of(
            "quota.window", quota.window, it -> constant(Quota.Window.class, it), Quota.Window.DAY);
    var zone = read.of("quota.zone", quota.zone, PolicyDocument::zone, ZoneId.of("UTC"));
    return new Quota(limit, window, zone);
  }

  private static ZoneId zone(String text) {
    try {
      return ZoneId.of(text);
    } catch (DateTimeException e) {
      throw new IllegalArgumentException("not an IANA zone: " + PolicyRules.printable(text), e);
    }
  }

  private static Scope scope(String text) {
    return switch (text) {
      case "policy" -> Scope.PER_POLICY;
      case "route" -> Scope.PER_ROUTE;
      default -> {
        if (!text.startsWith(SHARED)) {
          throw new IllegalArgumentException("is policy, route or shared:<name>");
        }
        yield new Scope.Shared(text.substring(SHARED.length()));
      }
    };
  }

  private Regions regions(String text) {
    return switch (text) {
      case "local" -> Regions.LOCAL;
      case "home" -> Regions.HOME;
      case "shares" -> new Regions.Shares(shares == null ? Map.of() : shares);
      default -> throw new IllegalArgumentException("is local, home or shares");
    };
  }

  private static <E extends Enum<E>> E constant(Class<E> type, String text) {
    for (var it : type.getEnumConstants()) {
      if (lower(it).equals(text.toLowerCase(Locale.ROOT))) {
        return it;
      }
    }
    throw new IllegalArgumentException(
        "is one of " + List.of(type.getEnumConstants()).stream().map(it -> lower(it)).toList());
  }

  private static String lower(Enum<?> constant) {
    return constant.name().toLowerCase(Locale.ROOT);
  }

  private static BigDecimal stated(Rate rate, Duration per) {
    return BigDecimal.valueOf(rate.tokens())
        .multiply(BigDecimal.valueOf(per.toNanos() / 1000))
        .divide(BigDecimal.valueOf(rate.micros()), MathContext.DECIMAL64)
        .stripTrailingZeros();
  }

  /// Reads fields one by one and keeps going, so that one answer names all flaws.
  private record Reading(String policy, List<Flaw> flaws) {
    <T, R extends @Nullable Object> R of(
        String field, @Nullable T value, Function<T, R> meaning, R otherwise) {
      if (value == null) {
        return otherwise;
      }
      try {
        return meaning.apply(value);
      } catch (IllegalArgumentException | ArithmeticException e) {
        flaws.add(new Flaw(policy, field, String.valueOf(e.getMessage())));
        return otherwise;
      }
    }
  }
}
