package dev.plaza.ratelimit.policy;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.PropertyNamingStrategies;
import tools.jackson.databind.json.JsonMapper;

/// Policies as JSON, in the names of the API: how they lie in stores and on disk.
public final class PolicyJson {

  private static final JsonMapper MAPPER =
      JsonMapper.builder()
          .propertyNamingStrategy(PropertyNamingStrategies.SNAKE_CASE)
          .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
          .build();

  private record Changes(
      long version, @Nullable List<PolicyDocument> put, @Nullable Set<String> deleted) {}

  private PolicyJson() {}

  public static String write(Policy policy) {
    return MAPPER.writeValueAsString(PolicyDocument.of(policy));
  }

  public static Policy read(String json) {
    return MAPPER.readValue(json, PolicyDocument.class).policy();
  }

  static String write(PolicyChanges changes) {
    var put = changes.put().stream().map(PolicyDocument::of).toList();
    return MAPPER.writeValueAsString(new Changes(changes.version(), put, changes.deleted()));
  }

  static PolicyChanges readChanges(String json) {
    var changes = MAPPER.readValue(json, Changes.class);
    var put = new ArrayList<Policy>();
    for (var document : changes.put() == null ? List.<PolicyDocument>of() : changes.put()) {
      put.add(document.policy());
    }
    return new PolicyChanges(
        changes.version(), put, changes.deleted() == null ? Set.of() : changes.deleted());
  }
}
