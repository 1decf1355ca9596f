package dev.plaza.platform.events;

import java.nio.charset.StandardCharsets;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.header.Header;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JacksonModule;
import tools.jackson.databind.json.JsonMapper;

/// Reads events: CloudEvents attributes from the headers, a record of the contracts from the value.
public final class InboundEvents {

  private final JsonMapper json;

  InboundEvents(JsonMapper json) {
    this.json =
        json.rebuild()
            .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
            .disable(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES)
            .build();
  }

  /// The same, but reads some types in another way.
  public InboundEvents with(JacksonModule types) {
    return new InboundEvents(json.rebuild().addModule(types).build());
  }

  /// CloudEvents id, the key of the inbox.
  public String id(ConsumerRecord<?, ?> record) {
    return required(record, "ce_id");
  }

  /// CloudEvents type; a consumer ignores those it does not know.
  public String type(ConsumerRecord<?, ?> record) {
    return required(record, "ce_type");
  }

  /// @throws PoisonRecord when the value is not such a record: trying again cannot help
  public <T> T read(ConsumerRecord<String, byte[]> record, Class<T> type) {
    byte[] value = record.value();
    if (value == null) {
      throw new PoisonRecord("no value where a " + type.getSimpleName() + " was expected");
    }
    try {
      return json.readValue(value, type);
    } catch (JacksonException e) {
      throw new PoisonRecord("not a " + type.getSimpleName() + ": " + e.getOriginalMessage(), e);
    }
  }

  private static String required(ConsumerRecord<?, ?> record, String name) {
    String value = header(record, name);
    if (value == null) {
      throw new PoisonRecord("no header " + name);
    }
    return value;
  }

  private static @Nullable String header(ConsumerRecord<?, ?> record, String name) {
    Header header = record.headers().lastHeader(name);
    return header == null ? null : new String(header.value(), StandardCharsets.UTF_8);
  }
}
