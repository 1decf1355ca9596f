package dev.plaza.quota.ship;

import java.time.Instant;
import java.time.format.DateTimeParseException;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.databind.DeserializationContext;
import tools.jackson.databind.SerializationContext;
import tools.jackson.databind.deser.std.StdScalarDeserializer;
import tools.jackson.databind.module.SimpleModule;
import tools.jackson.databind.ser.std.StdScalarSerializer;

/// Writes and reads times as RFC 3339 text, and remembers the last one: records that were committed
/// together have the same time, and turning it into text and back is a third of their JSON's cost.
final class RepeatedInstants extends SimpleModule {

  private static final long serialVersionUID = 1L;

  RepeatedInstants() {
    super("repeated-instants");
    addSerializer(Instant.class, new Writer());
    addDeserializer(Instant.class, new Reader());
  }

  private record Known(Instant at, String text) {}

  private static final class Writer extends StdScalarSerializer<Instant> {

    private volatile Known last = new Known(Instant.EPOCH, Instant.EPOCH.toString());

    Writer() {
      super(Instant.class);
    }

    @Override
    public void serialize(Instant value, JsonGenerator out, SerializationContext context) {
      Known known = last;
      if (!known.at().equals(value)) {
        known = new Known(value, value.toString());
        last = known;
      }
      out.writeString(known.text());
    }
  }

  private static final class Reader extends StdScalarDeserializer<Instant> {

    private volatile Known last = new Known(Instant.EPOCH, Instant.EPOCH.toString());

    Reader() {
      super(Instant.class);
    }

    @Override
    public @Nullable Instant deserialize(JsonParser in, DeserializationContext context) {
      if (in.currentToken() != JsonToken.VALUE_STRING) {
        return (Instant) context.handleUnexpectedToken(getValueType(context), in);
      }
      String text = in.getString();
      Known known = last;
      if (!known.text().equals(text)) {
        known = new Known(parsed(text, context), text);
        last = known;
      }
      return known.at();
    }

    private Instant parsed(String text, DeserializationContext context) {
      try {
        return Instant.parse(text);
      } catch (DateTimeParseException _) {
        throw context.weirdStringException(text, Instant.class, "is not a time");
      }
    }
  }
}
