package dev.plaza.dev.services;

import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.sift.AbstractDiscriminator;

/// Sorts log lines by the part whose thread wrote them; Logback makes one file of each.
public final class PartDiscriminator extends AbstractDiscriminator<ILoggingEvent> {
  private String otherwise = "host";

  @Override
  public String getDiscriminatingValue(ILoggingEvent event) {
    var part = PartLoader.partOf(Thread.currentThread().getContextClassLoader());
    return part == null ? otherwise : part;
  }

  @Override
  public String getKey() {
    return "part";
  }

  /// Where lines of threads go that belong to no part.
  public void setOtherwise(String otherwise) {
    this.otherwise = otherwise;
  }
}
