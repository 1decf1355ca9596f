package dev.plaza.platform;

import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonParser;
import tools.jackson.databind.DeserializationContext;
import tools.jackson.databind.KeyDeserializer;
import tools.jackson.databind.deser.std.StdScalarDeserializer;
import tools.jackson.databind.exc.MismatchedInputException;
import tools.jackson.databind.module.SimpleModule;

/// PostgreSQL cannot store U+0000 in text, so no string with one gets past the door, nor a
/// member's name where names are data.
final class NoNulModule extends SimpleModule {

  private static final long serialVersionUID = 1L;

  NoNulModule() {
    super("no-nul");
    addDeserializer(String.class, new Strings());
    addKeyDeserializer(String.class, new Names());
  }

  private static final class Strings extends StdScalarDeserializer<String> {

    Strings() {
      super(String.class);
    }

    @Override
    public @Nullable String deserialize(JsonParser parser, DeserializationContext context) {
      String text = parser.getValueAsString();
      if (!parser.currentToken().isScalarValue()
          || parser.currentToken().isNumeric()
          || parser.currentToken().isBoolean()) {
        throw MismatchedInputException.from(parser, String.class, "is not a string");
      }
      if (text != null && text.indexOf('\0') >= 0) {
        throw MismatchedInputException.from(parser, String.class, "contains U+0000");
      }
      return text;
    }
  }

  private static final class Names extends KeyDeserializer {

    @Override
    public Object deserializeKey(String name, DeserializationContext context) {
      if (name.indexOf('\0') >= 0) {
        throw MismatchedInputException.from(
            context.getParser(), String.class, "has a name with U+0000");
      }
      return name;
    }
  }
}
