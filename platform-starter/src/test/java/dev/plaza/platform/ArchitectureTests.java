package dev.plaza.platform;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.junit.ArchTests;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.library.dependencies.SlicesRuleDefinition;
import dev.plaza.rules.HouseRules;

/// The shape of the starter: no business word, no cycle, no hidden clock.
@AnalyzeClasses(
    packages = "dev.plaza.platform",
    importOptions = ImportOption.DoNotIncludeTests.class)
class ArchitectureTests {

  @ArchTest static final ArchTests houseRules = ArchTests.in(HouseRules.class);

  @ArchTest
  static final ArchRule knowsNoBusiness =
      noClasses()
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage("dev.plaza.contracts..", "dev.plaza.infra..")
          .because("the starter serves every service");

  @ArchTest
  static final ArchRule packagesHaveNoCycles =
      SlicesRuleDefinition.slices().matching("dev.plaza.platform.(*)..").should().beFreeOfCycles();
}
