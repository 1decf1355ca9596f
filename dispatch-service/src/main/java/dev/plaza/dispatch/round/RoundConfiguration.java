package dev.plaza.dispatch.round;

import dev.plaza.dispatch.job.JobEvent;
import dev.plaza.platform.RepeatingJob;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.stereotype.Component;
import org.springframework.transaction.event.TransactionalEventListener;

@Configuration(proxyBeanMethods = false)
class RoundConfiguration {

  @Bean
  RepeatingJob roundJob(RoundRunner runner, RoundProperties properties) {
    return new RepeatingJob("dispatch-round", properties.every(), runner::run);
  }

  /// A job that has just been opened does not wait for the next second.
  @Component
  static class Waker {
    private final RepeatingJob roundJob;

    Waker(@Qualifier("roundJob") RepeatingJob roundJob) {
      this.roundJob = roundJob;
    }

    @TransactionalEventListener
    void on(JobEvent.Opened opened) {
      roundJob.wake();
    }
  }
}
