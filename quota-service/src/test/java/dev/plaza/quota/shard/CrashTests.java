package dev.plaza.quota.shard;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plaza.quota.log.EntryKind;
import dev.plaza.quota.log.FileStorage;
import dev.plaza.quota.log.LogReader;
import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Random;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Real processes, killed with SIGKILL under load again and again; `-Dquota.kills=200` for more.
class CrashTests {

  private static final int KILLS = Integer.getInteger("quota.kills", 20);

  @TempDir Path root;

  /// Q44.
  @Test
  void noAcknowledgedRedemptionIsLostAndNoneIsMinted() throws Exception {
    var random = new Random(44);
    var acknowledged = new HashSet<UUID>();
    for (int epoch = 1; epoch <= KILLS; epoch++) {
      int before = acknowledged.size();
      runAndKill(epoch, 100 + random.nextInt(900), acknowledged);
      assertThat(acknowledged).as("acknowledged in run %d", epoch).hasSizeGreaterThan(before);

      Set<UUID> logged = logged();

      assertThat(logged).as("after kill %d", epoch).containsAll(acknowledged);
      assertThat((long) logged.size()).isLessThanOrEqualTo(CrashChild.LIMIT);
    }
  }

  private static String classes(Class<?> of) {
    return of.getProtectionDomain().getCodeSource().getLocation().getPath();
  }

  private void runAndKill(int epoch, int after, Set<UUID> acknowledged) throws IOException {
    Process child =
        new ProcessBuilder(
                ProcessHandle.current().info().command().orElse("java"),
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-Xmx128m",
                "-cp",
                classes(Shard.class) + File.pathSeparator + classes(CrashChild.class),
                CrashChild.class.getName(),
                root.toString(),
                Integer.toString(epoch))
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    ProcessHandle handle = child.toHandle();
    try (BufferedReader lines = child.inputReader()) {
      int heard = 0;
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        if (line.length() == 36) {
          acknowledged.add(UUID.fromString(line));
        }
        if (++heard == after) {
          // By its handle: Process.destroyForcibly would close the stream that is being read.
          handle.destroyForcibly();
        }
      }
    } finally {
      child.destroyForcibly();
      child.onExit().join();
    }
  }

  /// GUIDs in the logs; each at most once.
  private Set<UUID> logged() {
    var guids = new HashSet<UUID>();
    for (int shard = 0; shard < 2; shard++) {
      LogReader.readAll(
          new FileStorage(root),
          shard,
          it -> {
            if (it.kind() == EntryKind.CONFIRMED) {
              assertThat(guids.add(it.guid())).as("logged once: %s", it).isTrue();
            }
          });
    }
    return guids;
  }
}
