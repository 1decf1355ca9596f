package dev.plaza.ratelimit.redis;

import io.lettuce.core.RedisNoScriptException;
import io.lettuce.core.ScriptOutputType;
import io.lettuce.core.api.async.RedisScriptingAsyncCommands;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;

/// A script of this package, called by its digest. Its text is sent only if the server says that
/// it does not know it: then, and only then, it is certain that nothing was done.
final class Script {

  private final String text;
  private final String digest;

  private Script(String text) {
    this.text = text;
    try {
      var sha1 = MessageDigest.getInstance("SHA-1");
      this.digest = HexFormat.of().formatHex(sha1.digest(text.getBytes(StandardCharsets.UTF_8)));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }

  static Script named(String name) {
    try (var in = Script.class.getResourceAsStream(name)) {
      if (in == null) {
        throw new IllegalStateException("no script " + name);
      }
      return new Script(new String(in.readAllBytes(), StandardCharsets.UTF_8));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  CompletionStage<List<Object>> call(
      RedisScriptingAsyncCommands<String, String> redis, List<String> keys, List<String> values) {
    var keyArray = keys.toArray(new String[0]);
    var valueArray = values.toArray(new String[0]);
    CompletionStage<List<Object>> first =
        redis.evalsha(digest, ScriptOutputType.MULTI, keyArray, valueArray);
    return first.exceptionallyCompose(
        failure -> {
          if (unknown(failure)) {
            return redis.eval(text, ScriptOutputType.MULTI, keyArray, valueArray);
          }
          return CompletableFuture.failedStage(failure);
        });
  }

  private static boolean unknown(Throwable failure) {
    return failure instanceof RedisNoScriptException
        || (failure instanceof CompletionException
            && failure.getCause() instanceof RedisNoScriptException);
  }
}
