package dev.plaza.notify.accept;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

class GroupCommitTests {

  private static List<Optional<String>> all(GroupCommit<Integer, String> group, int count)
      throws Exception {
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      var work = new ArrayList<Callable<Optional<String>>>();
      for (int i = 0; i < count; i++) {
        int number = i;
        work.add(() -> group.add(number));
      }
      var answers = new ArrayList<Optional<String>>();
      for (Future<Optional<String>> it : threads.invokeAll(work)) {
        answers.add(it.get());
      }
      return answers;
    }
  }

  /// The first batches are held until everybody has come, so the others must share theirs.
  @Test
  void whoComesWhileABatchRunsSharesTheNext() throws Exception {
    var sizes = Collections.synchronizedList(new ArrayList<Integer>());
    var held = new CountDownLatch(1);
    var come = new CountDownLatch(100);
    Function<List<Integer>, List<Optional<String>>> work =
        batch -> {
          sizes.add(batch.size());
          try {
            held.await();
          } catch (InterruptedException e) {
            throw new IllegalStateException(e);
          }
          return batch.stream().map(it -> Optional.of("n" + it)).toList();
        };
    var group = new GroupCommit<>(work);

    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      var answers = new ArrayList<Future<Optional<String>>>();
      for (int i = 0; i < 100; i++) {
        int number = i;
        answers.add(
            threads.submit(
                () -> {
                  come.countDown();
                  return group.add(number);
                }));
      }
      come.await();
      held.countDown();
      for (int i = 0; i < 100; i++) {
        assertThat(answers.get(i).get()).contains("n" + i);
      }
    }

    assertThat(sizes.stream().mapToInt(it -> it).sum()).isEqualTo(100);
    assertThat(sizes).hasSizeLessThan(100).allMatch(it -> it <= 64);
  }

  @Test
  void aFailedBatchFailsNobody() throws Exception {
    var group =
        new GroupCommit<Integer, String>(
            batch -> {
              throw new IllegalStateException("one of these is broken");
            });

    assertThat(all(group, 20)).hasSize(20).allMatch(Optional::isEmpty);
  }

  @Test
  void whoGetsNoAnswerGoesAlone() throws Exception {
    var group =
        new GroupCommit<Integer, String>(
            batch ->
                batch.stream()
                    .map(it -> it % 2 == 0 ? Optional.of("n" + it) : Optional.<String>empty())
                    .toList());

    var answers = all(group, 10);

    for (int i = 0; i < 10; i++) {
      assertThat(answers.get(i).isPresent()).isEqualTo(i % 2 == 0);
    }
  }
}
