package dev.plaza.platform;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonParser;
import tools.jackson.databind.DeserializationContext;
import tools.jackson.databind.JavaType;
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
    addDeserializer(Object.class, new Anything(new Plain()));
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
      if (text != null) {
        refuseNul(parser, text);
      }
      return text;
    }
  }

  private static final class Names extends KeyDeserializer {

    @Override
    public Object deserializeKey(String name, DeserializationContext context) {
      refuseNul(context.getParser(), name);
      return name;
    }
  }

  /// Maps, lists and texts without the readers above, which do not say where they are in them.
  private static final class Plain extends UntypedObjectDeserializer {

    private static final long serialVersionUID = 1L;

    Plain() {
      super((JavaType) null, (JavaType) null);
    }

    @Override
    public void resolve(DeserializationContext context) {
      // Here others would look for those readers.
    }
  }

  /// What has no type of its own: looked through when it is whole.
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
      look(parser, value);
      return value;
    }

    private static void look(JsonParser parser, @Nullable Object value) {
      switch (value) {
        case String it -> refuseNul(parser, it);
        case Map<?, ?> it ->
            it.forEach((name, inner) -> look(parser, it, String.valueOf(name), inner));
        case List<?> it -> lookInto(parser, it);
        case JsonNode it when it.isString() -> refuseNul(parser, it.stringValue());
        case JsonNode it when it.isArray() -> lookInto(parser, List.copyOf(it.values()));
        case JsonNode it ->
            it.properties().forEach(member -> look(parser, it, member.getKey(), member.getValue()));
        case null, default -> {}
      }
    }

    private static void look(JsonParser parser, Object outer, String name, @Nullable Object inner) {
      refuseNul(parser, name);
      try {
        look(parser, inner);
      } catch (NulException e) {
        throw e.prependPath(outer, name);
      }
    }

    private static void lookInto(JsonParser parser, List<?> list) {
      for (int i = 0; i < list.size(); i++) {
        try {
          look(parser, list.get(i));
        } catch (NulException e) {
          throw e.prependPath(list, i);
        }
      }
    }
  }

  private static void refuseNul(JsonParser parser, String text) {
    if (text.indexOf('\0') >= 0) {
      throw new NulException(parser);
    }
  }
}
