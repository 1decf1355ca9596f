package dev.plaza.gateway;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.junit.ArchTests;
import com.tngtech.archunit.lang.ArchRule;
import dev.plaza.rules.HouseRules;

/// The shape of the gateway, as rules. When one fails, change the code, not the rule.
@AnalyzeClasses(
    packagesOf = GatewayApplication.class,
    importOptions = ImportOption.DoNotIncludeTests.class)
class ArchitectureTests {

  @ArchTest static final ArchTests houseRules = ArchTests.in(HouseRules.class);

  @ArchTest
  static final ArchRule featuresHaveNoCycles =
      slices().matching("dev.plaza.gateway.(*)..").should().beFreeOfCycles();

  @ArchTest
  static final ArchRule noThreadIsBlocked =
      noClasses()
          .should()
          .callMethod(reactor.core.publisher.Mono.class, "block")
          .orShould()
          .callMethod(reactor.core.publisher.Mono.class, "block", java.time.Duration.class)
          .because("a handful of event loops serves everybody");

  @ArchTest
  static final ArchRule noServletStack =
      noClasses()
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage("jakarta.servlet..", "dev.plaza.platform..", "lombok..");
}
