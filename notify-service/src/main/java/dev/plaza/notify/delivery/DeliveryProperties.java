package dev.plaza.notify.delivery;

import java.time.Duration;
import java.time.ZoneId;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/// @param criticalInFlight messages of critical priority under way at once; reserved for them
/// @param transactionalInFlight those of transactional priority
/// @param bulkInFlight those of bulk priority
/// @param batchMax deliveries taken up in one transaction
/// @param poll how soon what other instances stored is seen
/// @param lease after this long an attempt without an answer counts as unknown; longer than any
///     provider's time-outs together
/// @param attemptsMax attempts before a delivery is dead
/// @param retryFirst pause before the second attempt, doubled each time, with jitter
/// @param retryMax the longest pause
/// @param releaseSpread over how long messages leave after quiet hours
/// @param sweep how often leases, reports and finished campaigns are looked at
/// @param reportsKept how long a report waits for its attempt
/// @param kept how long finished jobs and deliveries stay
/// @param zone of people who have told none
/// @param from sender of e-mails
/// @param fromName the name beside it
@ConfigurationProperties("notify.delivery")
record DeliveryProperties(
    @DefaultValue("32") int criticalInFlight,
    @DefaultValue("64") int transactionalInFlight,
    @DefaultValue("128") int bulkInFlight,
    @DefaultValue("64") int batchMax,
    @DefaultValue("200ms") Duration poll,
    @DefaultValue("90s") Duration lease,
    @DefaultValue("10") int attemptsMax,
    @DefaultValue("2s") Duration retryFirst,
    @DefaultValue("10m") Duration retryMax,
    @DefaultValue("5m") Duration releaseSpread,
    @DefaultValue("1s") Duration sweep,
    @DefaultValue("30d") Duration reportsKept,
    @DefaultValue("90d") Duration kept,
    @DefaultValue("Europe/Vienna") ZoneId zone,
    @DefaultValue("hello@plaza.example") String from,
    @DefaultValue("Plaza") String fromName) {}
