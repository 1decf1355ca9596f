package dev.plaza.ratelimit;

import dev.plaza.ratelimit.authority.Membership;
import dev.plaza.ratelimit.authority.Pace;
import dev.plaza.ratelimit.authority.Reserve;
import dev.plaza.ratelimit.policy.CalendarWindow;
import dev.plaza.ratelimit.policy.KeyBy;
import dev.plaza.ratelimit.policy.OnStoreFailure;
import dev.plaza.ratelimit.policy.Policy;
import dev.plaza.ratelimit.policy.Quota;
import dev.plaza.ratelimit.policy.Rate;
import dev.plaza.ratelimit.policy.Regions;
import dev.plaza.ratelimit.policy.Scope;
import java.time.Duration;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/// One countable half of a policy, its rate or its quota, prepared for deciding.
final class Limit {

  /// The nodes of a strict policy hold at most this part of the burst unspent, all together.
  private static final int STRICT_PART = 5;

  /// Another one lets nodes hold at most this part of the burst, beyond it.
  private static final int LEASED_PART = 3;

  private static final AtomicLong GENERATION = new AtomicLong();

  final Policy policy;
  final String name;
  final KeyBy keyBy;
  final long cost;

  /// What the owner of the policy wrote: its burst, or its quota.
  final long tokens;

  final @Nullable Pace pace;

  /// The ten-thousandths of the pace that this region owns if none ever moved; -1 if regions do not
  /// share it.
  final int share;

  final @Nullable Quota quota;
  final boolean open;

  /// Rather waits than go on alone: it would have to refuse, or to give its exactness up.
  final boolean patient;

  /// Decisions need the time exactly: a window ends, or a reserve relies on the lives of leases.
  final boolean exact;

  /// How long a token of a strict rate lives that was fetched for a request that waits, and one
  /// that was fetched in advance. The reserve counts on both.
  final long centralLifeNanos;

  final long leaseLifeNanos;

  /// The part of the authority's key that says which requests share a bucket.
  final String scope;

  /// Half of the identity of its buckets here; the other half is who asks. New with each change of
  /// the policy: then the buckets are new too, and what the old ones held goes back.
  final Key identity;

  /// As the field `RateLimit-Policy` tells it; the same for all requests.
  final String advertised;

  private volatile @Nullable CalendarWindow window;

  /// Its policy is not in force any more.
  private volatile boolean outdated;

  private Limit(
      Policy policy,
      KeyBy keyBy,
      String scope,
      String name,
      @Nullable Pace pace,
      int share,
      @Nullable Quota quota,
      long centralLifeNanos,
      long leaseLifeNanos) {
    this.policy = policy;
    this.keyBy = keyBy;
    this.scope = scope;
    this.identity = Key.of(Key.segment(policy.id()) + scope + GENERATION.incrementAndGet());
    this.name = name;
    this.cost = policy.cost();
    this.pace = pace;
    this.share = share;
    this.quota = quota;
    this.open = policy.onStoreFailure() == OnStoreFailure.OPEN;
    this.patient = !open || policy.strict();
    this.tokens = quota == null ? policy.burst() : quota.limit();
    this.exact = quota != null || policy.strict();
    this.centralLifeNanos = centralLifeNanos;
    this.advertised = '"' + name + "\";q=" + tokens + ";w=" + windowSeconds();
    this.leaseLifeNanos = leaseLifeNanos;
  }

  static Limit ofRate(
      Policy policy,
      Rate rate,
      KeyBy keyBy,
      String route,
      LimiterSettings settings,
      String region) {
    var central = policy.strict() ? centralLife(policy, rate, settings) : 0;
    var lease = Math.max(settings.leaseLife().toNanos(), central);
    var reserve = policy.strict() ? reserve(policy, rate, central, lease) : Reserve.NONE;
    var pace = Pace.of(rate, policy.burst(), policy.cost(), reserve);
    var scope = scope(policy, route) + letter(policy.key(), keyBy) + ":";
    var share = policy.regions() instanceof Regions.Shares shares ? shares.of(region) : -1;
    return new Limit(policy, keyBy, scope, policy.id(), pace, share, null, central, lease);
  }

  /// What a node holds and nobody asks it for is lost, as strict tokens never go back: so no more
  /// than comes again in that time. Where that is next to nothing, nodes hold none in advance.
  private static Reserve reserve(Policy policy, Rate rate, long centralNanos, long leaseNanos) {
    var brief = centralNanos / 1000 + 1;
    var life = leaseNanos / 1000 + 1;
    var again = (long) (rate.perSecond() * leaseNanos / 1e9);
    var held = Math.min(policy.burst() / STRICT_PART, again);
    return held < 2 * policy.cost()
        ? new Reserve(brief, policy.burst(), 0)
        : new Reserve(life, held, brief);
  }

  /// As long as requests wait, but at most half of the time that a token takes to come, or the
  /// budget: a late token is lost, and the few of a slow rate are not to be wasted.
  private static long centralLife(Policy policy, Rate rate, LimiterSettings settings) {
    var remote = policy.regions() instanceof Regions.Home;
    var budget = (remote ? settings.remoteBudget() : settings.budget()).toNanos();
    if (policy.burst() <= policy.cost()) {
      return budget;
    }
    var halfToken = (long) (500.0 * rate.micros() / rate.tokens());
    return Math.max(budget, Math.min(settings.closedBudget().toNanos(), halfToken));
  }

  static Limit ofQuota(Policy policy, Quota quota, KeyBy keyBy, String route) {
    var window = quota.window().name().toLowerCase(Locale.ROOT);
    var scope =
        scope(policy, route)
            + letter(policy.key(), keyBy)
            + window.charAt(0)
            + Key.segment(quota.zone().getId())
            + ":";
    var name = policy.rate() == null ? policy.id() : policy.id() + "-" + window;
    return new Limit(policy, keyBy, scope, name, null, -1, quota, 0, 0);
  }

  private static String scope(Policy policy, String route) {
    return switch (policy.scope()) {
      case Scope.PerPolicy _ -> "p" + Key.segment(policy.id());
      case Scope.PerRoute _ -> "r" + Key.segment(policy.id()) + Key.segment(route);
      case Scope.Shared(String name) -> "s" + Key.segment(name);
    };
  }

  /// A nameless user who is counted by address must not meet a user of that name.
  private static char letter(KeyBy stated, KeyBy used) {
    if (stated != used) {
      return 'a';
    }
    return switch (used) {
      case TENANT -> 't';
      case USER -> 'u';
      case IP -> 'i';
      case ROUTE -> 'x';
    };
  }

  void outdate() {
    outdated = true;
  }

  boolean isOutdated() {
    return outdated;
  }

  /// Whether unspent tokens go back.
  boolean returnable() {
    return quota != null || !policy.strict();
  }

  /// Whether each token is fetched for the request that waits for it, as of a central limiter: the
  /// reserve of a strict policy is too small to let every node hold some.
  boolean central(Membership members, @Nullable Pace pace) {
    if (!policy.strict() || pace == null) {
      return false;
    }
    var reserve = pace.reserve();
    return reserve.briefMicros() == 0
        || !members.settled()
        || reserve.tokens() / members.nodes() < 2 * cost;
  }

  /// The most tokens that a node may hold or have asked for, all in all.
  long holdMax(Membership members, @Nullable Pace pace) {
    var burst = pace == null ? tokens : pace.burst();
    if (central(members, pace)) {
      return burst;
    }
    var held = policy.strict() && pace != null ? pace.reserve().tokens() : burst / LEASED_PART;
    return Math.max(cost, held / Math.max(1, members.nodes()));
  }

  /// The window of a quota at a time; the same for all keys, so it is kept.
  CalendarWindow windowAt(Quota quota, long epochMicros) {
    var known = window;
    if (known == null || !known.holds(epochMicros)) {
      known = CalendarWindow.at(epochMicros, quota);
      window = known;
    }
    return known;
  }

  /// How long the burst takes to come, or the quota to be new, in whole seconds; at least one.
  long windowSeconds() {
    if (quota != null) {
      return switch (quota.window()) {
        case DAY -> Duration.ofDays(1).toSeconds();
        case MONTH -> Duration.ofDays(30).toSeconds();
      };
    }
    var rate = policy.rate();
    var seconds = rate == null ? 1 : Math.ceil(policy.burst() / rate.perSecond() - 1e-9);
    return Math.max(1, (long) seconds);
  }

  @Override
  public String toString() {
    return name;
  }
}
