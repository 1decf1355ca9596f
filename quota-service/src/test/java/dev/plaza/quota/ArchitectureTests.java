package dev.plaza.quota;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noFields;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import java.time.Instant;
import java.time.LocalDateTime;
import java.util.TreeSet;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.modulith.core.ApplicationModules;
import org.springframework.modulith.docs.Documenter;
import org.springframework.web.bind.annotation.RestController;

/// The shape of this service, as rules. When one fails, change the code, not the rule.
@AnalyzeClasses(
    packagesOf = QuotaServiceApplication.class,
    importOptions = ImportOption.DoNotIncludeTests.class)
class ArchitectureTests {

  private static final ApplicationModules MODULES =
      ApplicationModules.of(QuotaServiceApplication.class);

  @Test
  void modulesHaveNoCyclesAndKeepTheirInternals() {
    MODULES.verify();
  }

  @Test
  void writesModuleDiagrams() {
    new Documenter(MODULES).writeDocumentation();
  }

  @ArchTest
  static final ArchRule packagesAreNamedForFeatures =
      noClasses()
          .should()
          .resideInAnyPackage(
              "..controller..",
              "..service..",
              "..impl..",
              "..dto..",
              "..util..",
              "..common..",
              "..model..",
              "..entity..",
              "..mapper..")
          .because("a package is a feature, not a layer");

  @ArchTest
  static final ArchRule namesSayWhatATypeIs =
      noClasses()
          .should()
          .haveNameMatching(".*(Impl|Manager|Helper|Utils?|Dto|DTO|Mapper|Processor)")
          .because("these suffixes carry no meaning");

  @ArchTest
  static final ArchRule controllersAreInternal =
      classes().that().areAnnotatedWith(RestController.class).should().notBePublic();

  @ArchTest
  static final ArchRule collaboratorsComeThroughTheConstructor =
      noFields().should().beAnnotatedWith(Autowired.class).allowEmptyShould(true);

  @ArchTest
  static final ArchRule timeComesFromAClock =
      noClasses()
          .should()
          .callMethod(Instant.class, "now")
          .orShould()
          .callMethod(LocalDateTime.class, "now")
          .orShould()
          .callMethod(System.class, "currentTimeMillis")
          .because("tests own the clock");

  @ArchTest
  static final ArchRule noLombok =
      noClasses().should().dependOnClassesThat().resideInAPackage("lombok..");

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
