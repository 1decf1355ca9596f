package dev.plaza.dev.psp;

import dev.plaza.dev.web.Json;
import java.io.BufferedOutputStream;
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
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.BiConsumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;

/// An append-only file of commits, one JSON line each. A commit is durable when its future
/// completes: waiting commits are written together and synced once.
///
/// A line that a crash cut short is dropped at the next start; nobody was told that it happened.
final class Journal implements AutoCloseable {

  static final int QUEUE_MAX = 10_000;
  static final int BATCH_MAX = 512;

  /// Where a commit lies in the file.
  record Place(long offset, int length) {}

  /// @param durable completes when the commit is on the disk
  record Appended(Place place, CompletableFuture<@Nullable Void> durable) {}

  private static final class Line {
    private final byte[] json;
    private final CompletableFuture<@Nullable Void> durable;

    Line(byte[] json, CompletableFuture<@Nullable Void> durable) {
      this.json = json;
      this.durable = durable;
    }
  }

  private final FileChannel channel;
  private final ArrayBlockingQueue<Line> queue = new ArrayBlockingQueue<>(QUEUE_MAX);
  private final Thread writer;
  private long written;
  private long end;
  private volatile boolean closed;

  /// Reads what is there, then appends to it.
  Journal(Path file, BiConsumer<Commit, Place> replay) throws IOException {
    var folder = file.toAbsolutePath().getParent();
    if (folder != null) {
      Files.createDirectories(folder);
    }
    channel =
        FileChannel.open(
            file, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE);
    lock(channel, file);
    end = replay(file, replay);
    channel.truncate(end);
    written = end;
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
  static long replay(Path file, BiConsumer<Commit, Place> replay) throws IOException {
    var end = 0L;
    var size = Files.size(file);
    try (var reader = new BufferedReader(Channels.newReader(open(file), StandardCharsets.UTF_8))) {
      for (var line = reader.readLine(); line != null; line = reader.readLine()) {
        var bytes = line.getBytes(StandardCharsets.UTF_8);
        if (end + bytes.length + 1 > size) {
          break;
        }
        try {
          replay.accept(Json.read(bytes, Commit.class), new Place(end, bytes.length));
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
  Appended append(Commit commit) {
    var line = Json.bytes(commit);
    var place = new Place(end, line.length);
    end += line.length + 1;
    var durable = new CompletableFuture<@Nullable Void>();
    try {
      queue.put(new Line(line, durable));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      durable.completeExceptionally(e);
    }
    return new Appended(place, durable);
  }

  /// A commit that is on the disk.
  Commit read(Place place) {
    var buffer = ByteBuffer.allocate(place.length);
    try {
      while (buffer.hasRemaining()) {
        if (channel.read(buffer, place.offset + buffer.position()) < 0) {
          throw new IOException("the journal ends before " + place);
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return Json.read(buffer.array(), Commit.class);
  }

  /// Writes a journal that says the same in fewer lines, in place of `file`.
  static void rewrite(Path file, Stream<Commit> commits) throws IOException {
    var next = file.resolveSibling(file.getFileName() + ".next");
    try (var out = new BufferedOutputStream(Files.newOutputStream(next))) {
      for (var commit : (Iterable<Commit>) commits::iterator) {
        out.write(Json.bytes(commit));
        out.write('\n');
      }
    }
    try (var written = FileChannel.open(next, StandardOpenOption.WRITE)) {
      written.force(true);
    }
    Files.move(next, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
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
      all.writeBytes(line.json);
      all.write('\n');
    }
    var buffer = ByteBuffer.wrap(all.toByteArray());
    while (buffer.hasRemaining()) {
      written += channel.write(buffer, written);
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
