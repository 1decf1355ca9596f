package dev.plaza.gateway.routing;

import java.util.Arrays;
import java.util.List;
import org.springframework.http.server.PathContainer;
import org.springframework.web.util.pattern.PathPattern;
import org.springframework.web.util.pattern.PathPatternParser;

/// Some paths of one part that are treated alike.
///
/// @param id `<part>` or `<part>-<what>`; unique
public record PartRoute(
    String id, String part, Kind kind, boolean needsToken, List<PathPattern> paths) {

  /// How long a request may take and how much it may carry.
  public enum Kind {
    /// An answer within the response time-out, a small body.
    CALL,
    /// A call that carries a file: streamed through, a large limit.
    UPLOAD,
    /// Server-Sent Events: no time-out.
    STREAM,
    /// WebSocket: no time-out.
    SOCKET
  }

  static PartRoute guarded(String id, Kind kind, String... paths) {
    return new PartRoute(id, partOf(id), kind, true, parse(paths));
  }

  /// Paths whose callers prove themselves in another way, by a signature say.
  static PartRoute open(String id, String... paths) {
    return new PartRoute(id, partOf(id), Kind.CALL, false, parse(paths));
  }

  boolean matches(PathContainer path) {
    for (PathPattern pattern : paths) {
      if (pattern.matches(path)) {
        return true;
      }
    }
    return false;
  }

  private static String partOf(String id) {
    int dash = id.indexOf('-');
    return dash < 0 ? id : id.substring(0, dash);
  }

  private static List<PathPattern> parse(String... paths) {
    return Arrays.stream(paths).map(PathPatternParser.defaultInstance::parse).toList();
  }
}
