package dev.plaza.tracking.anomaly;

import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/// What a ride looks like.
///
/// @param timeFactor how much faster than life the city runs; 1 in life
/// @param speedMpsMax a courier is never faster
/// @param teleportM a jump this long, at twice the speed limit or more, is called a teleport
/// @param standingWithinM who stays within this
/// @param standingFor for this long, with food on board, stands
/// @param detourRatio how much longer than the straight line a ride may be
/// @param detourExtraM and at least this much longer in metres
/// @param deliveredWithinM a delivery farther than this from its address is elsewhere
/// @param fixAgeMax a marker older than this says nothing about where a delivery happened
/// @param quietFor the same thing about the same courier is not said again for this long
@ConfigurationProperties("plaza.tracking.anomaly")
record AnomalyProperties(
    @DefaultValue("1") double timeFactor,
    @DefaultValue("40") double speedMpsMax,
    @DefaultValue("1500") double teleportM,
    @DefaultValue("40") double standingWithinM,
    @DefaultValue("10m") Duration standingFor,
    @DefaultValue("3") double detourRatio,
    @DefaultValue("1500") double detourExtraM,
    @DefaultValue("400") double deliveredWithinM,
    @DefaultValue("2m") Duration fixAgeMax,
    @DefaultValue("10m") Duration quietFor) {

  RideRules rules() {
    return new RideRules(
        speedMpsMax * timeFactor,
        teleportM,
        standingWithinM,
        scaled(standingFor),
        detourRatio,
        detourExtraM,
        scaled(quietFor));
  }

  private Duration scaled(Duration duration) {
    return Duration.ofMillis(Math.round(duration.toMillis() / timeFactor));
  }
}
