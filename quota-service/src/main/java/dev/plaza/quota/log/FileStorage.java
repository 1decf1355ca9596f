package dev.plaza.quota.log;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
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
    Path folder = file.getParent();
    if (folder != null) {
      Files.createDirectories(folder);
    }
    var channel = FileChannel.open(file, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
    return new FileAppender(channel);
  }

  @Override
  public Source open(String name) throws IOException {
    return new FileSource(FileChannel.open(root.resolve(name), StandardOpenOption.READ));
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
