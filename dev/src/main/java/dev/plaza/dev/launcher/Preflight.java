package dev.plaza.dev.launcher;

import com.sun.management.OperatingSystemMXBean;
import dev.plaza.infra.Ports;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/// What the machine must have, said before anything starts. The script has found the JDK already.
final class Preflight {
  private static final long MEMORY_MB = 2_000;
  private static final long SEPARATE_MEMORY_MB = 3_000;
  private static final long SPARE_MEMORY_MB = 1_500;
  private static final long DISK_MB = 1_000;

  private Preflight() {}

  static void checkMachine(Ground ground, Layout layout) {
    var needed = layout == Layout.SEPARATE ? SEPARATE_MEMORY_MB : MEMORY_MB;
    var available = availableMemoryMb();
    if (available < needed) {
      throw new Trouble(
          "Plaza needs about %,d MB of free memory and this machine has %,d MB. Close something%s."
              .formatted(
                  needed,
                  available,
                  layout == Layout.SEPARATE ? ", or start it without --separate" : ""));
    }
    try {
      var disk = Files.getFileStore(ground.data()).getUsableSpace() / 1_000_000;
      if (disk < DISK_MB) {
        throw new Trouble(
            "Plaza needs about %,d MB on the disk of %s and it has %,d MB left."
                .formatted(DISK_MB, ground.data(), disk));
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static void checkPublicPort(int port) {
    if (!Ports.isFree(port)) {
      throw new Trouble(
          "Port %d is taken by another program. Stop it, or choose another port: --port %d."
              .formatted(port, port + 10));
    }
  }

  /// Whether work that can wait should.
  static boolean isShortOfMemory() {
    return availableMemoryMb() < SPARE_MEMORY_MB;
  }

  /// What a program could have; inside a container no more than the container has.
  private static long availableMemoryMb() {
    var system = (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
    var total = system.getTotalMemorySize() / 1_000_000;
    return Math.min(total, linuxAvailableMb().orElse(total));
  }

  private static Optional<Long> linuxAvailableMb() {
    var memory = Path.of("/proc/meminfo");
    try {
      if (!Files.exists(memory)) {
        return Optional.empty();
      }
      return Files.readAllLines(memory).stream()
          .filter(line -> line.startsWith("MemAvailable:"))
          .map(line -> Long.parseLong(line.replaceAll("\\D", "")) / 1000)
          .findFirst();
    } catch (IOException e) {
      return Optional.empty();
    }
  }
}
