package dev.plaza.dispatch.round;

import java.time.Duration;
import java.util.List;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/// Durations of the city's life (horizon, shortage window, rating, load) are real ones; the time
/// factor of a simulated city divides them.
///
/// @param every how often the open jobs are matched; a new job wakes the round at once
/// @param timeFactor how much faster than real time the city is
/// @param horizon orders that are ready later are not planned yet
/// @param lead offers go out this long before the courier must leave
/// @param radiusM couriers are sought this far from the restaurant at first
/// @param radiusMaxM and this far at last; it widens as the search goes on
/// @param fanOut to how many couriers the first, second, … offer of a search goes; the last number
///     stays
/// @param grow whether a courier on his way to a restaurant is offered more orders from there
/// @param lookAhead couriers who are free within it count as if they were already; 0: only the free
/// @param lateProgress when a search has used this share of its time nobody waits for the busy
/// @param batchMax most orders in one offer
/// @param lateWeight cost of a second after the promised time, beside the delay itself
/// @param busyWeight price of a second of a courier's time, in seconds of delay
/// @param shortageWeight how much the price rises per waiting order above one a courier
/// @param shortageWindow what is ready and who is free within it makes the shortage
/// @param rating delay that a star below 5 is worth
/// @param load delay that each order a courier had since he came on duty is worth
/// @param evaluationsMax most routes that one round may cost out; bounds its time
@ConfigurationProperties("plaza.dispatch.round")
record RoundProperties(
    @DefaultValue("1s") Duration every,
    @DefaultValue("1") double timeFactor,
    @DefaultValue("60m") Duration horizon,
    @DefaultValue("60s") Duration lead,
    @DefaultValue("3000") double radiusM,
    @DefaultValue("10000") double radiusMaxM,
    @DefaultValue({"1", "1", "2", "3"}) List<Integer> fanOut,
    @DefaultValue("true") boolean grow,
    @DefaultValue("60s") Duration lookAhead,
    @DefaultValue("0.3") double lateProgress,
    @DefaultValue("3") int batchMax,
    @DefaultValue("1.0") double lateWeight,
    @DefaultValue("0.1") double busyWeight,
    @DefaultValue("2.0") double shortageWeight,
    @DefaultValue("20m") Duration shortageWindow,
    @DefaultValue("60s") Duration rating,
    @DefaultValue("5s") Duration load,
    @DefaultValue("300000") int evaluationsMax) {

  RoundProperties {
    if (!(radiusM > 0) || radiusMaxM < radiusM || fanOut.isEmpty() || batchMax < 1) {
      throw new IllegalArgumentException("plaza.dispatch.round: radius, fan-out or batch-max");
    }
    fanOut = List.copyOf(fanOut);
  }

  int fanOut(int tries) {
    return fanOut.get(Math.min(tries, fanOut.size() - 1));
  }

  double scaled(Duration real) {
    return real.toMillis() / 1000.0 / timeFactor;
  }
}
