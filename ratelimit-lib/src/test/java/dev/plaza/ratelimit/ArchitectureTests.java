package dev.plaza.ratelimit;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.junit.ArchTests;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.library.dependencies.SlicesRuleDefinition;
import dev.plaza.rules.HouseRules;

/// The shape of the library, as rules. When one fails, change the code, not the rule.
@AnalyzeClasses(packagesOf = Limiter.class, importOptions = ImportOption.DoNotIncludeTests.class)
class ArchitectureTests {

  @ArchTest static final ArchTests houseRules = ArchTests.in(HouseRules.class);

  @ArchTest
  static final ArchRule theCoreKnowsNoFramework =
      noClasses()
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage("org.springframework..", "reactor..", "lombok..");

  @ArchTest
  static final ArchRule onlyTheRedisPackageKnowsRedis =
      noClasses()
          .that()
          .resideOutsideOfPackage("..ratelimit.redis..")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage("io.lettuce..", "..ratelimit.redis..");

  @ArchTest
  static final ArchRule onlyTheServletPackageKnowsServlets =
      noClasses()
          .that()
          .resideOutsideOfPackage("..ratelimit.servlet..")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage("jakarta.servlet..", "..ratelimit.servlet..");

  @ArchTest
  static final ArchRule packagesHaveNoCycles =
      SlicesRuleDefinition.slices().matching("dev.plaza.(ratelimit.*)..").should().beFreeOfCycles();
}
