package dev.plaza.ratelimit;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.library.dependencies.SlicesRuleDefinition;
import java.util.TreeSet;
import org.jspecify.annotations.NullMarked;

/// The shape of the library, as rules. When one fails, change the code, not the rule.
@AnalyzeClasses(packagesOf = Limiter.class, importOptions = ImportOption.DoNotIncludeTests.class)
class ArchitectureTests {

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

  @ArchTest
  static final ArchRule namesSayWhatATypeIs =
      noClasses()
          .should()
          .haveNameMatching(".*(Impl|Manager|Helper|Utils?|Dto|DTO|Mapper|Processor)")
          .because("these suffixes carry no meaning");

  @ArchTest
  static final ArchRule timeComesFromAClock =
      noClasses()
          .should()
          .callMethod(java.time.Instant.class, "now")
          .orShould()
          .callMethod(java.time.LocalDateTime.class, "now")
          .orShould()
          .callMethod(System.class, "currentTimeMillis")
          .because("tests own the clock");

  @ArchTest
  static void everyPackageIsNullMarked(JavaClasses classes) {
    var packages = new TreeSet<String>();
    classes.forEach(it -> packages.add(it.getPackageName()));
    assertThat(packages)
        .allSatisfy(
            it ->
                assertThat(
                        new ClassFileImporter()
                            .importPackages(it)
                            .getPackage(it)
                            .isAnnotatedWith(NullMarked.class))
                    .as(it)
                    .isTrue());
  }
}
