package dev.plaza.tracking;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.junit.ArchTests;
import dev.plaza.rules.HouseRules;
import org.junit.jupiter.api.Test;
import org.springframework.modulith.core.ApplicationModules;
import org.springframework.modulith.docs.Documenter;

/// The shape of this service, as rules. When one fails, change the code, not the rule.
@AnalyzeClasses(
    packagesOf = TrackingServiceApplication.class,
    importOptions = ImportOption.DoNotIncludeTests.class)
class ArchitectureTests {

  private static final ApplicationModules MODULES =
      ApplicationModules.of(TrackingServiceApplication.class);

  @ArchTest static final ArchTests houseRules = ArchTests.in(HouseRules.class);

  @Test
  void modulesHaveNoCyclesAndKeepTheirInternals() {
    MODULES.verify();
  }

  @Test
  void writesModuleDiagrams() {
    new Documenter(MODULES).writeDocumentation();
  }
}
