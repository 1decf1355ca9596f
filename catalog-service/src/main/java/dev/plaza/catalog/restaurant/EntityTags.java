package dev.plaza.catalog.restaurant;

import dev.plaza.platform.problem.CommonProblem;
import dev.plaza.platform.problem.ProblemException;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// Entity tags that carry a version: `"7"`, or `"7.42"` where a counter of smaller changes follows.
public final class EntityTags {

  private static final Pattern TAG = Pattern.compile("(?:W/)?\"?(\\d{1,18})(?:\\.\\d{1,18})?\"?");

  private EntityTags() {}

  /// The version in an `If-Match` header, quoted or not; null for `*`.
  ///
  /// @throws ProblemException 400 for anything else
  public static @Nullable Long version(String ifMatch) {
    var text = ifMatch.strip();
    if (text.equals("*")) {
      return null;
    }
    var tag = TAG.matcher(text);
    if (!tag.matches()) {
      throw new ProblemException(CommonProblem.MALFORMED, "The If-Match header cannot be read.")
          .at("If-Match", "is not a version");
    }
    return Long.valueOf(tag.group(1));
  }
}
