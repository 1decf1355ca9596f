package dev.plaza.dev.psp;

import dev.plaza.dev.web.Json;
import java.io.BufferedReader;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;

/// An append-only file of commits, one JSON line each. A commit is durable when its future
/// completes: waiting commits are written together and synced once.
///
/// A line that a crash cut short is dropped at the next start; nobody was told that it happened.
final class Journal implements AutoCloseable {

  static final int QUEUE_MAX = 10_000;
  static final int BATCH_MAX = 512;

  private record Line(String json, CompletableFuture<@Nullable Void> durable) {}

  private final FileChannel channel;
  private final ArrayBlockingQueue<Line> queue = new ArrayBlockingQueue<>(QUEUE_MAX);
  private final Thread writer;
  private volatile boolean closed;

  /// Reads what is there, then appends to it.
  Journal(Path file, Consumer<Commit> replay) throws IOException {
    var folder = file.toAbsolutePath().getParent();
    if (folder != null) {
      Files.createDirectories(folder);
    }
    channel =
        FileChannel.open(
            file, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE);
    lock(channel, file);
    channel.truncate(replay(file, replay));
    channel.position(channel.size());
    writer = Thread.ofPlatform().daemon().name("journal").start(this::write);
  }

  private static void lock(FileChannel channel, Path file) throws IOException {
    try {
      if (channel.tryLock() != null) {
        return;
      }
    } catch (OverlappingFileLockException e) {
      // This process holds it: the same answer.
    }
    channel.close();
    throw new IOException("another payment provider uses " + file);
  }

  /// The length of the file's whole lines.
  private static long replay(Path file, Consumer<Commit> replay) throws IOException {
    var end = 0L;
    var size = Files.size(file);
    try (var reader = new BufferedReader(Channels.newReader(open(file), StandardCharsets.UTF_8))) {
      for (var line = reader.readLine(); line != null; line = reader.readLine()) {
        var bytes = line.getBytes(StandardCharsets.UTF_8);
        if (end + bytes.length + 1 > size) {
          break;
        }
        try {
          replay.accept(Json.read(bytes, Commit.class));
        } catch (JacksonException e) {
          break;
        }
        end += bytes.length + 1;
      }
    }
    return end;
  }

  private static FileChannel open(Path file) throws IOException {
    return FileChannel.open(file, StandardOpenOption.READ);
  }

  /// Must be called in the order of the commits; the future completes when the line is on the disk.
  CompletableFuture<@Nullable Void> append(Commit commit) {
    var line = Json.text(commit) + "\n";
    var durable = new CompletableFuture<@Nullable Void>();
    try {
      queue.put(new Line(line, durable));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      durable.completeExceptionally(e);
    }
    return durable;
  }

  private void write() {
    var batch = new ArrayList<Line>(BATCH_MAX);
    while (!closed || !queue.isEmpty()) {
      try {
        var first = queue.poll(200, TimeUnit.MILLISECONDS);
        if (first == null) {
          continue;
        }
        batch.add(first);
        queue.drainTo(batch, BATCH_MAX - 1);
        writeAll(batch);
        batch.forEach(line -> line.durable.complete(null));
      } catch (InterruptedException e) {
        closed = true;
      } catch (IOException e) {
        batch.forEach(line -> line.durable.completeExceptionally(e));
      }
      batch.clear();
    }
  }

  private void writeAll(List<Line> batch) throws IOException {
    var all = new ByteArrayOutputStream();
    for (var line : batch) {
      all.writeBytes(line.json.getBytes(StandardCharsets.UTF_8));
    }
    var buffer = ByteBuffer.wrap(all.toByteArray());
    while (buffer.hasRemaining()) {
      channel.write(buffer);
    }
    channel.force(false);
  }

  @Override
  public void close() {
    closed = true;
    try {
      writer.join();
      channel.close();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
