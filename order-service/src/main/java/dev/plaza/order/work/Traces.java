package dev.plaza.order.work;

import io.micrometer.tracing.Span;
import io.micrometer.tracing.Tracer;
import io.micrometer.tracing.propagation.Propagator;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.stereotype.Component;

/// Lets what is done later belong to the trace of the request that caused it: the trace's place is
/// kept with the row that remembers the work (W3C `traceparent`), and taken up when it is done.
@Component
public class Traces {

  private static final String HEADER = "traceparent";

  private final @Nullable Tracer tracer;
  private final @Nullable Propagator propagator;

  Traces(ObjectProvider<Tracer> tracer, ObjectProvider<Propagator> propagator) {
    this.tracer = tracer.getIfAvailable();
    this.propagator = propagator.getIfAvailable();
  }

  /// Where we are; null: in no trace.
  public @Nullable String current() {
    Span span = tracer == null ? null : tracer.currentSpan();
    if (span == null) {
      return null;
    }
    var context = span.context();
    return "00-%s-%s-%s"
        .formatted(
            context.traceId(),
            context.spanId(),
            Boolean.TRUE.equals(context.sampled()) ? "01" : "00");
  }

  /// Does something as a part of the trace it was caused by.
  ///
  /// @param traceparent null: a trace of its own is not begun for it
  public void resume(@Nullable String traceparent, String name, Runnable work) {
    if (traceparent == null || tracer == null || propagator == null) {
      work.run();
      return;
    }
    Span span =
        propagator
            .extract(traceparent, (it, key) -> key.equalsIgnoreCase(HEADER) ? it : null)
            .name(name)
            .start();
    try (var _ = tracer.withSpan(span)) {
      work.run();
    } catch (RuntimeException e) {
      span.error(e);
      throw e;
    } finally {
      span.end();
    }
  }
}
