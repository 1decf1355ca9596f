package dev.plaza.platform;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noFields;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.library.dependencies.SlicesRuleDefinition;
import java.time.Instant;
import java.util.TreeSet;
import org.jspecify.annotations.NullMarked;
import org.springframework.beans.factory.annotation.Autowired;

/// The shape of the starter: no business word, no cycle, no hidden clock.
@AnalyzeClasses(
    packages = "dev.plaza.platform",
    importOptions = ImportOption.DoNotIncludeTests.class)
class ArchitectureTests {

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

  @ArchTest
  static final ArchRule timeComesFromAClock =
      noClasses()
          .should()
          .callMethod(Instant.class, "now")
          .orShould()
          .callMethod(System.class, "currentTimeMillis")
          .because("tests own the clock");

  @ArchTest
  static final ArchRule collaboratorsComeThroughTheConstructor =
      noFields().should().beAnnotatedWith(Autowired.class);

  @ArchTest
  static void everyPackageIsNullMarked(JavaClasses classes) throws ClassNotFoundException {
    var packages = new TreeSet<String>();
    classes.forEach(it -> packages.add(it.getPackageName()));
    for (String name : packages) {
      assertThat(Class.forName(name + ".package-info").isAnnotationPresent(NullMarked.class))
          .as(name)
          .isTrue();
    }
  }
}
