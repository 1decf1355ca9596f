package dev.plaza.dispatch;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.test.annotation.DirtiesContext;
import org.springframework.test.context.ActiveProfiles;

/// One instance whose waits are short. It is gone after the class: all share the topics, and a
/// second dispatch would give up what the first has just found a courier for.
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@SpringBootTest(
    webEnvironment = SpringBootTest.WebEnvironment.RANDOM_PORT,
    properties = {
      "plaza.time-factor=12",
      "plaza.dispatch.offer.expiry=3s",
      "plaza.dispatch.offer.again-after=60s",
      "plaza.dispatch.job.give-up=8s",
      "plaza.dispatch.assignment.vanish-after=4s",
      "plaza.dispatch.assignment.watch=500ms",
      "plaza.dispatch.eta.watch=500ms",
      "plaza.dispatch.eta.notice=2s",
      "plaza.dispatch.eta.least-spread=1s",
      "plaza.dispatch.surge.every=300ms",
      "plaza.dispatch.round.fan-out=1,1,16",
      "spring.kafka.consumer.group-id=dispatch-it"
    })
@ActiveProfiles("sandbox")
@DirtiesContext
@interface DispatchServer {}
