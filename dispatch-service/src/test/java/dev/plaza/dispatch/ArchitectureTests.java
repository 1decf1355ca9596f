package dev.plaza.dispatch;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noFields;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClasses;
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

/// The shape of this service. When a rule fails, the code is wrong, not the rule.
@AnalyzeClasses(
    packagesOf = DispatchServiceApplication.class,
    importOptions = ImportOption.DoNotIncludeTests.class)
class ArchitectureTests {

  private static final ApplicationModules MODULES =
      ApplicationModules.of(DispatchServiceApplication.class);

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

  @ArchTest
  static final ArchRule packagesAreFeatures =
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
              "..mapper..");

  @ArchTest
  static final ArchRule namesSayWhatATypeIs =
      noClasses()
          .should()
          .haveNameMatching(".*(Impl|Manager|Helper|Utils?|Dto|DTO|Mapper|Processor)");

  @ArchTest
  static final ArchRule controllersAreInternal =
      classes().that().areAnnotatedWith(RestController.class).should().notBePublic();

  @ArchTest
  static final ArchRule collaboratorsComeThroughTheConstructor =
      noFields().should().beAnnotatedWith(Autowired.class);

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
