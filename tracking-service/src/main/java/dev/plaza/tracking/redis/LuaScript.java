package dev.plaza.tracking.redis;

import io.lettuce.core.ScriptOutputType;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import org.springframework.core.io.ClassPathResource;

/// One atomic step in Redis, from a file under `lua/`.
public final class LuaScript {

  private final byte[] text;
  private final String sha;
  private final ScriptOutputType output;

  /// One run of a script. All keys share a hash tag.
  @SuppressWarnings("ArrayRecordComponent") // bytes on their way, never compared
  public record Call(byte[][] keys, byte[][] args) {}

  public LuaScript(String file, ScriptOutputType output) {
    this.output = output;
    try {
      this.text =
          new ClassPathResource("lua/" + file, LuaScript.class.getClassLoader())
              .getContentAsByteArray();
      this.sha = HexFormat.of().formatHex(MessageDigest.getInstance("SHA-1").digest(text));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every JDK has SHA-1", e);
    }
  }

  byte[] text() {
    return text;
  }

  String sha() {
    return sha;
  }

  ScriptOutputType output() {
    return output;
  }

  /// UTF-8 of each value's text, as keys and arguments want it.
  public static byte[][] bytes(Object... values) {
    byte[][] bytes = new byte[values.length][];
    for (int i = 0; i < values.length; i++) {
      bytes[i] = values[i].toString().getBytes(StandardCharsets.UTF_8);
    }
    return bytes;
  }
}
