package dev.plaza.dev.client;

/// Takes server-sent events one by one.
@FunctionalInterface
public interface EventReader {

  /// @param id the stream's position after this event, empty when it has none
  record ServerEvent(String id, String name, String data) {}

  /// @return false: enough, close the stream
  boolean read(ServerEvent event);

  /// Puts lines together to events, as the standard of server-sent events says.
  final class Parser {
    private final EventReader reader;
    private final StringBuilder data = new StringBuilder();
    private String id = "";
    private String name = "message";

    public Parser(EventReader reader) {
      this.reader = reader;
    }

    /// @return false when the reader has enough
    public boolean line(String line) {
      if (line.isEmpty()) {
        return flush();
      }
      var colon = line.indexOf(':');
      if (colon == 0) {
        return true;
      }
      var field = colon < 0 ? line : line.substring(0, colon);
      var value = colon < 0 ? "" : line.substring(colon + 1);
      value = value.startsWith(" ") ? value.substring(1) : value;
      switch (field) {
        case "id" -> id = value;
        case "event" -> name = value;
        case "data" -> data.append(data.isEmpty() ? "" : "\n").append(value);
        default -> {}
      }
      return true;
    }

    private boolean flush() {
      var event = new ServerEvent(id, name, data.toString());
      var empty = data.isEmpty();
      data.setLength(0);
      name = "message";
      return empty || reader.read(event);
    }
  }
}
