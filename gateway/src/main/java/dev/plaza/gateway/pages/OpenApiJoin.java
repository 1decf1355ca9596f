package dev.plaza.gateway.pages;

import dev.plaza.gateway.routing.PartRoute;
import dev.plaza.gateway.routing.RouteTable;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.springframework.http.server.PathContainer;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/// Makes one OpenAPI document of several. Pure.
///
/// Only what the route table gives to a part is taken from that part's document. Components of one
/// name and different content, and operations of one id, get the part's name before theirs.
final class OpenApiJoin {

  private static final JsonNodeFactory NODES = JsonNodeFactory.instance;
  private static final String REF = "#/components/";
  private static final Set<String> METHODS =
      Set.of("get", "put", "post", "delete", "options", "head", "patch", "trace");

  private final ObjectNode joined;
  private final ObjectNode paths;
  private final ObjectNode components;
  private final Map<String, String> operations = new HashMap<>();

  private OpenApiJoin(ObjectNode base) {
    this.joined = base.deepCopy();
    this.paths = joined.withObject("/paths");
    this.components = joined.withObject("/components");
  }

  /// @param base the gateway's own document
  /// @param documents of the parts by name
  /// @param missing parts that could not be asked
  static ObjectNode join(ObjectNode base, Map<String, JsonNode> documents, List<String> missing) {
    var join = new OpenApiJoin(base);
    documents.forEach(join::add);
    if (!missing.isEmpty()) {
      ArrayNode names = join.joined.putArray("x-missing-parts");
      missing.forEach(names::add);
    }
    return join.joined;
  }

  private void add(String part, JsonNode document) {
    Map<String, String> renamed = addComponents(part, document.path("components"));
    document
        .path("paths")
        .properties()
        .forEach(
            path -> {
              if (isRoutedTo(part, path.getKey())) {
                addPath(part, path.getKey(), rewritten(path.getValue(), renamed));
              }
            });
  }

  private static boolean isRoutedTo(String part, String template) {
    PartRoute route =
        template.startsWith("/") ? RouteTable.find(PathContainer.parsePath(template)) : null;
    return route != null && route.part().equals(part);
  }

  private Map<String, String> addComponents(String part, JsonNode added) {
    var renamed = new HashMap<String, String>();
    added
        .properties()
        .forEach(
            section ->
                section
                    .getValue()
                    .properties()
                    .forEach(
                        it -> {
                          JsonNode known = components.path(section.getKey()).path(it.getKey());
                          if (!known.isMissingNode() && !known.equals(it.getValue())) {
                            renamed.put(
                                REF + section.getKey() + "/" + it.getKey(),
                                REF + section.getKey() + "/" + prefixed(part, it.getKey()));
                          }
                        }));
    added
        .properties()
        .forEach(
            section -> {
              ObjectNode target = components.withObject("/" + section.getKey());
              section
                  .getValue()
                  .properties()
                  .forEach(
                      it -> {
                        String ref = REF + section.getKey() + "/" + it.getKey();
                        String name = renamed.getOrDefault(ref, ref);
                        target.set(
                            name.substring(name.lastIndexOf('/') + 1),
                            rewritten(it.getValue(), renamed));
                      });
            });
    return renamed;
  }

  private void addPath(String part, String path, JsonNode added) {
    ObjectNode target = paths.has(path) ? (ObjectNode) paths.get(path) : paths.putObject(path);
    added
        .properties()
        .forEach(
            it -> {
              if (target.has(it.getKey())) {
                return;
              }
              JsonNode value = it.getValue();
              if (METHODS.contains(it.getKey()) && value instanceof ObjectNode operation) {
                describe(part, operation);
              }
              target.set(it.getKey(), value);
            });
  }

  private void describe(String part, ObjectNode operation) {
    operation.remove("tags");
    operation.putArray("tags").add(part);
    String id = operation.path("operationId").asString("");
    if (!id.isEmpty() && operations.putIfAbsent(id, part) != null) {
      operation.put("operationId", prefixed(part, id));
    }
  }

  private static JsonNode rewritten(JsonNode node, Map<String, String> renamed) {
    if (renamed.isEmpty()) {
      return node.deepCopy();
    }
    return switch (node) {
      case ObjectNode object -> {
        ObjectNode copy = NODES.objectNode();
        object
            .properties()
            .forEach(
                it -> {
                  JsonNode value = it.getValue();
                  boolean ref = it.getKey().equals("$ref") && value.isString();
                  copy.set(
                      it.getKey(),
                      ref
                          ? NODES.stringNode(
                              renamed.getOrDefault(value.stringValue(), value.stringValue()))
                          : rewritten(value, renamed));
                });
        yield copy;
      }
      case ArrayNode array -> {
        ArrayNode copy = NODES.arrayNode();
        array.forEach(it -> copy.add(rewritten(it, renamed)));
        yield copy;
      }
      default -> node;
    };
  }

  private static String prefixed(String part, String name) {
    return Character.toUpperCase(part.charAt(0)) + part.substring(1) + name;
  }
}
