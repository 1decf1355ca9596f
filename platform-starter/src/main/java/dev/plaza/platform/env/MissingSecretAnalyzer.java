package dev.plaza.platform.env;

import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

/// Says in two sentences what is missing, instead of a page of causes.
final class MissingSecretAnalyzer extends AbstractFailureAnalyzer<SharedSecret.Missing> {

  @Override
  protected FailureAnalysis analyze(Throwable root, SharedSecret.Missing cause) {
    return new FailureAnalysis(
        "The service does not start: " + cause.getMessage() + ".",
        "Set "
            + cause.variable()
            + " to the same long random text on all instances, e.g. of `openssl rand -base64 32`.",
        cause);
  }
}
