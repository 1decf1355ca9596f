package dev.plaza.ratelimit.policy;

/// What must be so for a stored policy to be changed. The store looks and changes in one step, so
/// that of two who read the same version only one replaces it.
///
/// @param wanted the version, `some`, `none`, or nothing for whatever is there
/// @param configured whether the policy is there, as version 0, as long as nobody changed it
public record Condition(String wanted, boolean configured) {

  /// Whatever is there, it is changed.
  public static final Condition ALWAYS = new Condition("", false);

  public static Condition version(long version, boolean configured) {
    return new Condition(Long.toString(version), configured);
  }

  /// There is a policy of this id, whichever.
  public static Condition exists(boolean configured) {
    return new Condition("some", configured);
  }

  /// There is no policy of this id.
  public static Condition absent(boolean configured) {
    return new Condition("none", configured);
  }

  /// It was not so, and nothing was changed.
  public static final class NotMet extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public NotMet() {
      super("the policy is another by now", null, false, false);
    }
  }
}
