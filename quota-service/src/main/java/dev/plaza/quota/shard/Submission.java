package dev.plaza.quota.shard;

import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/// Commands that were handed in together, and their answers as they come.
final class Submission {

  private final List<Command> commands;
  private final Answer[] answers;
  private final CompletableFuture<List<Answer>> future = new CompletableFuture<>();
  private int missing;

  Submission(List<Command> commands) {
    this.commands = commands;
    answers = new Answer[commands.size()];
    missing = answers.length;
    if (missing == 0) {
      future.complete(List.of());
    }
  }

  List<Command> commands() {
    return commands;
  }

  CompletableFuture<List<Answer>> future() {
    return future;
  }

  /// Notes one answer; the last one completes the future.
  void answer(int index, Answer answer) {
    if (answers[index] != null) {
      throw new IllegalStateException("answered twice");
    }
    answers[index] = answer;
    if (--missing == 0) {
      future.complete(Arrays.asList(answers));
    }
  }

  /// Answers all that has no answer yet with the same trouble.
  void fail(Trouble trouble) {
    for (int index = 0; index < answers.length; index++) {
      if (answers[index] == null) {
        answer(index, new Answer.Unavailable(commands.get(index).guid(), trouble));
      }
    }
  }
}
