package dev.plaza.quota.shard;

import dev.plaza.quota.log.Storage;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.NoSuchFileException;
import java.util.Arrays;
import java.util.List;
import java.util.TreeMap;
import java.util.function.IntUnaryOperator;

/// Logs in memory, outliving their writers, as a disk outlives processes. What happens around an
/// append (time passes, the writer dies half way, the disk is full) is up to the simulation.
final class SimStorage {

  private final TreeMap<String, Bytes> files = new TreeMap<>();

  /// What befalls an append.
  interface Disk {

    /// Called before bytes land; returns how many of them do. Time may pass in here.
    int before(int bytes) throws IOException;

    /// Called when they have landed, before the writer goes on.
    void after() throws IOException;

    /// Called when a draft has got its name.
    default void published(String draft, String name) {}
  }

  static final class Bytes {
    private byte[] data = new byte[256];
    private int size;

    void append(ByteBuffer from, int count) {
      if (size + count > data.length) {
        data = Arrays.copyOf(data, Math.max(data.length * 2, size + count));
      }
      from.get(data, size, count);
      size += count;
    }

    int size() {
      return size;
    }

    /// Changes one byte.
    void flip(int at, IntUnaryOperator change) {
      data[at] = (byte) change.applyAsInt(data[at]);
    }

    void cut(int length) {
      size = length;
    }
  }

  /// The storage as one process sees it.
  Storage seenBy(Disk disk) {
    return new Storage() {
      @Override
      public List<String> list(String folder) {
        String prefix = folder + "/";
        return files.tailMap(prefix).keySet().stream()
            .takeWhile(it -> it.startsWith(prefix))
            .toList();
      }

      @Override
      public Appender create(String name) throws IOException {
        if (files.containsKey(name)) {
          throw new IOException(name + " exists");
        }
        var bytes = new Bytes();
        files.put(name, bytes);
        return new SimAppender(bytes, disk);
      }

      @Override
      public Source open(String name) throws IOException {
        Bytes bytes = files.get(name);
        if (bytes == null) {
          throw new NoSuchFileException(name);
        }
        return new SimSource(bytes);
      }

      @Override
      public void publish(String draft, String name) throws IOException {
        disk.before(1);
        Bytes bytes = files.remove(draft);
        if (bytes == null) {
          throw new NoSuchFileException(draft);
        }
        files.put(name, bytes);
        disk.published(draft, name);
        disk.after();
      }

      @Override
      public void force(String name) throws IOException {
        disk.before(1);
      }

      @Override
      public void delete(String name) throws IOException {
        disk.before(1);
        files.remove(name);
        disk.after();
      }
    };
  }

  Bytes file(String name) {
    return files.get(name);
  }

  List<String> names() {
    return List.copyOf(files.keySet());
  }

  private record SimAppender(Bytes bytes, Disk disk) implements Storage.Appender {

    @Override
    public void append(ByteBuffer from) throws IOException {
      int wanted = from.remaining();
      int landing = disk.before(wanted);
      bytes.append(from, landing);
      disk.after();
      if (landing < wanted) {
        throw new IOException("no space left");
      }
    }

    @Override
    public void force() {}

    @Override
    public void close() {}
  }

  private record SimSource(Bytes bytes) implements Storage.Source {

    @Override
    public long size() {
      return bytes.size;
    }

    @Override
    public int read(ByteBuffer into, long position) {
      int count = Math.clamp(bytes.size - position, 0, into.remaining());
      into.put(bytes.data, (int) position, count);
      return count;
    }

    @Override
    public void close() {}
  }
}
