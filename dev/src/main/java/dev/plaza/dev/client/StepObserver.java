package dev.plaza.dev.client;

import java.io.IOException;

/// Stands around each call of a walk, to time it or to tell of it.
@FunctionalInterface
public interface StepObserver {

  StepObserver NONE = (_, call) -> call.run();

  /// A call of the platform.
  @FunctionalInterface
  interface Call {
    Response run() throws IOException, InterruptedException;
  }

  Response observe(String step, Call call) throws IOException, InterruptedException;
}
