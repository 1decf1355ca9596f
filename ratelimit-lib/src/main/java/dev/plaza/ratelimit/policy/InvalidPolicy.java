package dev.plaza.ratelimit.policy;

import java.util.List;
import java.util.stream.Collectors;

/// Policies that must not take effect, with everything that is wrong with them.
public final class InvalidPolicy extends IllegalArgumentException {

  private static final long serialVersionUID = 1L;

  /// What is wrong with one field, named as in the API: `burst`, `quota.zone`.
  public record Flaw(String policy, String field, String detail) {}

  private final transient List<Flaw> flaws;

  /// Also for who knows more than the library: which routes there are, say.
  public InvalidPolicy(List<Flaw> flaws) {
    super(
        flaws.stream()
            .map(it -> "policy %s: %s: %s".formatted(it.policy(), it.field(), it.detail()))
            .collect(Collectors.joining("; ")));
    this.flaws = List.copyOf(flaws);
  }

  public List<Flaw> flaws() {
    return flaws;
  }
}
