package dev.plaza.quota.log;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.List;

/// Logs as files below a root folder.
public final class FileStorage implements Storage {

  private final Path root;

  public FileStorage(Path root) {
    this.root = root;
  }

  @Override
  public List<String> list(String folder) throws IOException {
    Path start = root.resolve(folder);
    if (!Files.isDirectory(start)) {
      return List.of();
    }
    try (var files = Files.walk(start)) {
      return files
          .filter(Files::isRegularFile)
          .map(it -> root.relativize(it).toString().replace('\\', '/'))
          .sorted()
          .toList();
    }
  }

  @Override
  public Appender create(String name) throws IOException {
    Path file = root.resolve(name);
    Files.createDirectories(folder(file));
    var channel = FileChannel.open(file, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
    return new FileAppender(channel);
  }

  @Override
  public Source open(String name) throws IOException {
    return new FileSource(FileChannel.open(root.resolve(name), StandardOpenOption.READ));
  }

  @Override
  public void publish(String draft, String name) throws IOException {
    Path file = root.resolve(name);
    Files.move(root.resolve(draft), file, StandardCopyOption.ATOMIC_MOVE);
    try (var folder = FileChannel.open(folder(file), StandardOpenOption.READ)) {
      folder.force(true);
    }
  }

  @Override
  public void force(String name) throws IOException {
    try (var file = FileChannel.open(root.resolve(name), StandardOpenOption.WRITE)) {
      file.force(false);
    }
  }

  /// Deletes its folder as well when nothing else is in it.
  @Override
  public void delete(String name) throws IOException {
    Path file = root.resolve(name);
    if (Files.deleteIfExists(file)) {
      try {
        Files.delete(folder(file));
      } catch (DirectoryNotEmptyException _) {
        // It is still in use.
      }
    }
  }

  private Path folder(Path file) {
    Path folder = file.getParent();
    return folder == null ? root : folder;
  }

  private record FileAppender(FileChannel channel) implements Appender {

    @Override
    public void append(ByteBuffer bytes) throws IOException {
      while (bytes.hasRemaining()) {
        channel.write(bytes);
      }
    }

    @Override
    public void force() throws IOException {
      channel.force(false);
    }

    @Override
    public void close() throws IOException {
      channel.close();
    }
  }

  private record FileSource(FileChannel channel) implements Source {

    @Override
    public long size() throws IOException {
      return channel.size();
    }

    @Override
    public int read(ByteBuffer into, long position) throws IOException {
      int before = into.position();
      while (into.hasRemaining()) {
        if (channel.read(into, position + into.position() - before) < 0) {
          break;
        }
      }
      return into.position() - before;
    }

    @Override
    public void close() throws IOException {
      channel.close();
    }
  }
}
