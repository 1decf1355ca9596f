package dev.plaza.platform;

import java.util.Collection;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonParser;
import tools.jackson.databind.DeserializationContext;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.KeyDeserializer;
import tools.jackson.databind.ValueDeserializer;
import tools.jackson.databind.deser.jackson.JsonNodeDeserializer;
import tools.jackson.databind.deser.jdk.UntypedObjectDeserializer;
import tools.jackson.databind.deser.std.DelegatingDeserializer;
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
    addDeserializer(Object.class, new Anything(new UntypedObjectDeserializer(null, null)));
    addDeserializer(JsonNode.class, Anything.tree());
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

  /// What has no type of its own is read by its own readers, past those above: looked through
  /// when it is whole.
  private static final class Anything extends DelegatingDeserializer {

    Anything(ValueDeserializer<?> reader) {
      super(reader);
    }

    @SuppressWarnings("unchecked") // The reader makes trees, and this hands on what it makes.
    static ValueDeserializer<JsonNode> tree() {
      return (ValueDeserializer<JsonNode>)
          (ValueDeserializer<?>) new Anything(JsonNodeDeserializer.getDeserializer(JsonNode.class));
    }

    @Override
    protected ValueDeserializer<?> newDelegatingInstance(ValueDeserializer<?> reader) {
      return new Anything(reader);
    }

    @Override
    public @Nullable Object deserialize(JsonParser parser, DeserializationContext context) {
      Object value = super.deserialize(parser, context);
      if (hasNul(value)) {
        throw MismatchedInputException.from(parser, Object.class, "contains U+0000");
      }
      return value;
    }

    private static boolean hasNul(@Nullable Object value) {
      return switch (value) {
        case String it -> it.indexOf('\0') >= 0;
        case Map<?, ?> it ->
            it.keySet().stream().anyMatch(Anything::hasNul)
                || it.values().stream().anyMatch(Anything::hasNul);
        case Collection<?> it -> it.stream().anyMatch(Anything::hasNul);
        case JsonNode it when it.isString() -> hasNul(it.stringValue());
        case JsonNode it ->
            it.propertyNames().stream().anyMatch(Anything::hasNul)
                || it.valueStream().anyMatch(Anything::hasNul);
        case null, default -> false;
      };
    }
  }
}
