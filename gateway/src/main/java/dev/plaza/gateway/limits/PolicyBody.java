package dev.plaza.gateway.limits;

import dev.plaza.gateway.problem.Problem;
import dev.plaza.ratelimit.policy.InvalidPolicy;
import dev.plaza.ratelimit.policy.Policy;
import dev.plaza.ratelimit.policy.PolicyDocument;
import java.util.List;
import org.springframework.http.HttpHeaders;
import org.springframework.http.InvalidMediaTypeException;
import org.springframework.http.MediaType;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.MapperFeature;
import tools.jackson.databind.PropertyNamingStrategies;
import tools.jackson.databind.cfg.CoercionAction;
import tools.jackson.databind.cfg.CoercionInputShape;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.type.LogicalType;

/// Reads a policy as it was put. What has the wrong type is malformed, what has a wrong value
/// breaks a rule, and each answer points to the field.
final class PolicyBody {

  private static final int DEPTH_MAX = 16;
  private static final int DIGITS_MAX = 100;
  private static final int TEXT_MAX = 1_000;

  /// Strict: `"5"` is no number, 1.5 no count, and 1 no truth.
  private static final JsonMapper STRICT =
      JsonMapper.builder(
              JsonFactory.builder()
                  .streamReadConstraints(
                      StreamReadConstraints.builder()
                          .maxNestingDepth(DEPTH_MAX)
                          .maxNumberLength(DIGITS_MAX)
                          .maxStringLength(TEXT_MAX)
                          .build())
                  .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
                  .build())
          .propertyNamingStrategy(PropertyNamingStrategies.SNAKE_CASE)
          .disable(MapperFeature.ALLOW_COERCION_OF_SCALARS)
          .disable(DeserializationFeature.ACCEPT_FLOAT_AS_INT)
          .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .withCoercionConfig(
              LogicalType.Textual,
              it -> {
                for (CoercionInputShape shape : CoercionInputShape.values()) {
                  it.setCoercion(shape, CoercionAction.Fail);
                }
              })
          .build();

  private PolicyBody() {}

  /// @throws Problem 415 if it is said to be something else; nothing need be said
  static void requireJson(HttpHeaders headers) {
    String said = headers.getFirst(HttpHeaders.CONTENT_TYPE);
    if (said == null) {
      return;
    }
    try {
      MediaType type = MediaType.parseMediaType(said);
      if (type.isCompatibleWith(MediaType.APPLICATION_JSON)
          || "json".equals(type.getSubtypeSuffix())) {
        return;
      }
    } catch (InvalidMediaTypeException _) {
      // Refused below.
    }
    throw new Problem(Problem.Code.UNSUPPORTED_MEDIA_TYPE, "A policy is JSON.");
  }

  static Policy read(String id, byte[] body) {
    PolicyDocument document = parse(body);
    if (document.id() != null && !document.id().equals(id)) {
      throw new Problem(Problem.Code.INVALID, "A value breaks a rule.")
          .at("/id", "is not the id of the address");
    }
    try {
      Policy policy = document.stored(id, null).policy();
      MatchRules.check(List.of(policy));
      return policy;
    } catch (InvalidPolicy e) {
      throw invalid(e.flaws());
    }
  }

  private static PolicyDocument parse(byte[] body) {
    try {
      PolicyDocument document = STRICT.readValue(body, PolicyDocument.class);
      if (document != null) {
        return document;
      }
    } catch (JacksonException e) {
      throw malformed(pointer(e), "cannot be read: has the wrong type, or is no JSON");
    }
    throw malformed("", "must be an object");
  }

  /// To the field that was being read: the parser knows one that is no JSON, the binding one of the
  /// wrong type.
  private static String pointer(JacksonException e) {
    String bound = boundPointer(e);
    String parsed =
        e.processor() instanceof JsonParser parser
            ? parser.streamReadContext().pathAsPointer().toString()
            : "";
    return parsed.startsWith(bound) ? parsed : bound;
  }

  private static String boundPointer(JacksonException e) {
    var pointer = new StringBuilder();
    for (JacksonException.Reference step : e.getPath()) {
      String name = step.getPropertyName();
      pointer.append('/').append(name == null ? String.valueOf(step.getIndex()) : name);
    }
    return pointer.toString();
  }

  private static Problem malformed(String pointer, String detail) {
    return new Problem(Problem.Code.MALFORMED, "The body cannot be read.").at(pointer, detail);
  }

  private static Problem invalid(List<InvalidPolicy.Flaw> flaws) {
    var problem = new Problem(Problem.Code.INVALID, "A value breaks a rule.");
    flaws.forEach(it -> problem.at("/" + it.field().replace('.', '/'), it.detail()));
    return problem;
  }
}
