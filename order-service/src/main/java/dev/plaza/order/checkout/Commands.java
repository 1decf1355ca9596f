package dev.plaza.order.checkout;

import dev.plaza.order.saga.CheckoutCommand;
import dev.plaza.order.work.Job;
import dev.plaza.order.work.JobRunner;
import dev.plaza.order.work.Worker;
import java.util.List;
import org.springframework.stereotype.Component;
import tools.jackson.databind.json.JsonMapper;

/// Commands of the saga as jobs: the executor's answer comes back as signals, in the transaction
/// that finishes the job.
@Component
class Commands implements JobRunner {

  private final JsonMapper json;
  private final List<CommandExecutor> executors;
  private final CheckoutRunner checkouts;
  private final Worker worker;

  Commands(
      JsonMapper json, List<CommandExecutor> executors, CheckoutRunner checkouts, Worker worker) {
    this.json = json;
    this.executors = executors;
    this.checkouts = checkouts;
    this.worker = worker;
  }

  @Override
  public void run(Job job) {
    var command = json.readValue(job.payload(), CheckoutCommand.class);
    var request =
        new CommandExecutor.Request(job.orderId(), command, job.attempts(), job.createdAt());
    var signals = executor(command).execute(request);
    checkouts.signal(job.orderId(), signals, () -> worker.finish(job));
  }

  private CommandExecutor executor(CheckoutCommand command) {
    return executors.stream()
        .filter(it -> it.handles(command))
        .findFirst()
        .orElseThrow(() -> new IllegalStateException("nobody carries out " + command));
  }
}
