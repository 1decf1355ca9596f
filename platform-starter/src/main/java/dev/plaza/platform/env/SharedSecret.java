package dev.plaza.platform.env;

import org.springframework.core.env.Environment;
import org.springframework.core.env.Profiles;

/// A secret that all instances of a service share.
///
/// In the `sandbox` profile it has a value everybody knows. Anywhere else a service without its own
/// must not start: whoever reads this file could sign in its name.
public final class SharedSecret {

  private static final String SANDBOX = "sandbox";
  private static final String KNOWN = "known-to-everybody:";

  private SharedSecret() {}

  /// @throws Missing when nothing is configured outside the sandbox
  public static String of(Environment environment, String property) {
    String known = KNOWN + property;
    String configured = environment.getProperty(property, "").strip();
    if (environment.acceptsProfiles(Profiles.of(SANDBOX))) {
      return configured.isEmpty() ? known : configured;
    }
    if (configured.isEmpty() || configured.equals(known)) {
      throw new Missing(property);
    }
    return configured;
  }

  /// The service must not start like this.
  static final class Missing extends IllegalStateException {
    private static final long serialVersionUID = 1L;

    private final String property;

    Missing(String property) {
      super(property + " is not set, and only the profile " + SANDBOX + " does without it");
      this.property = property;
    }

    String variable() {
      return property.replace('.', '_').replace("-", "").toUpperCase(java.util.Locale.ROOT);
    }
  }
}
