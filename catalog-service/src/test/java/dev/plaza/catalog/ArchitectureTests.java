package dev.plaza.catalog;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noFields;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import java.time.Instant;
import java.time.LocalDateTime;
import java.util.stream.Collectors;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.modulith.core.ApplicationModules;
import org.springframework.modulith.docs.Documenter;
import org.springframework.web.bind.annotation.RestController;

/// The shape of this service. When a rule fails, the code is changed, not the rule.
@AnalyzeClasses(
    packagesOf = CatalogServiceApplication.class,
    importOptions = ImportOption.DoNotIncludeTests.class)
class ArchitectureTests {

  private static final ApplicationModules MODULES =
      ApplicationModules.of(CatalogServiceApplication.class);

  @ArchTest
  static final ArchRule packagesAreFeatures =
      noClasses()
          .should()
          .resideInAnyPackage(
              "..controller..",
              "..service..",
              "..repository..",
              "..impl..",
              "..dto..",
              "..util..",
              "..common..",
              "..model..",
              "..entity..",
              "..mapper..");

  @ArchTest
  static final ArchRule namesMeanSomething =
      noClasses()
          .should()
          .haveNameMatching(".*(Impl|Manager|Helper|Utils?|Dto|DTO|Mapper|Processor)");

  @ArchTest
  static final ArchRule controllersAreInternal =
      classes().that().areAnnotatedWith(RestController.class).should().notBePublic();

  @ArchTest
  static final ArchRule collaboratorsComeThroughConstructors =
      noFields().should().beAnnotatedWith(Autowired.class).allowEmptyShould(true);

  @ArchTest
  static final ArchRule timeComesFromAClock =
      noClasses()
          .should()
          .callMethod(Instant.class, "now")
          .orShould()
          .callMethod(LocalDateTime.class, "now")
          .orShould()
          .callMethod(System.class, "currentTimeMillis");

  @ArchTest
  static final ArchRule hoursArePlain =
      noClasses()
          .that()
          .resideInAPackage("..hours..")
          .and()
          .doNotHaveSimpleName("package-info")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage("org.springframework..", "java.sql..");

  @ArchTest
  static final ArchRule nothingIsGeneratedByLombok =
      noClasses().should().dependOnClassesThat().resideInAPackage("lombok..");

  @Test
  void modulesKeepTheirInternalsAndHaveNoCycles() {
    MODULES.verify();
  }

  @Test
  void modulesAreDrawn() {
    new Documenter(MODULES).writeDocumentation();
  }

  @ArchTest
  static void everyPackageIsNullMarked(JavaClasses classes) {
    var packages = classes.stream().map(JavaClass::getPackage).collect(Collectors.toSet());
    assertThat(packages)
        .allSatisfy(
            it -> assertThat(it.isAnnotatedWith(NullMarked.class)).as(it.getName()).isTrue());
  }
}
