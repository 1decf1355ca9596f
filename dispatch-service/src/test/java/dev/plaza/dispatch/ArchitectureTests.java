package dev.plaza.dispatch;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.junit.ArchTests;
import com.tngtech.archunit.lang.ArchRule;
import dev.plaza.rules.HouseRules;
import org.junit.jupiter.api.Test;
import org.springframework.modulith.core.ApplicationModules;
import org.springframework.modulith.docs.Documenter;

/// The shape of this service. When a rule fails, the code is wrong, not the rule.
@AnalyzeClasses(
    packagesOf = DispatchServiceApplication.class,
    importOptions = ImportOption.DoNotIncludeTests.class)
class ArchitectureTests {

  private static final ApplicationModules MODULES =
      ApplicationModules.of(DispatchServiceApplication.class);

  @ArchTest static final ArchTests houseRules = ArchTests.in(HouseRules.class);

  @Test
  void featuresHaveNoCyclesAndReachOnlyWhatTheyDeclare() {
    MODULES.verify();
  }

  @Test
  void drawsTheModules() {
    new Documenter(MODULES).writeDocumentation();
  }

  @ArchTest
  static final ArchRule theMatcherIsPure =
      classes()
          .that()
          .resideInAPackage("dev.plaza.dispatch.matching")
          .should()
          .onlyDependOnClassesThat()
          .resideInAnyPackage(
              "dev.plaza.dispatch.matching",
              "java.lang..",
              "java.util..",
              "org.jspecify.annotations..")
          .because("simulators and other services run it too");
}
