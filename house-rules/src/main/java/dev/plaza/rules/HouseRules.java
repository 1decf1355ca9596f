package dev.plaza.rules;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noFields;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import java.time.Instant;
import java.time.LocalDateTime;
import java.util.TreeSet;
import org.jspecify.annotations.NullMarked;

/// What holds in every module. A module's `ArchitectureTests` applies them all by
/// `ArchTests.in(HouseRules.class)` and adds its own. When one fails, change the code, not the
/// rule.
public final class HouseRules {

  private HouseRules() {}

  @ArchTest
  static final ArchRule packagesAreNamedForFeatures =
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
      classes()
          .that()
          .areAnnotatedWith("org.springframework.web.bind.annotation.RestController")
          .should()
          .notBePublic()
          .allowEmptyShould(true)
          .because("HTTP is the only way to call them");

  @ArchTest
  static final ArchRule collaboratorsComeThroughTheConstructor =
      noFields()
          .should()
          .beAnnotatedWith("org.springframework.beans.factory.annotation.Autowired")
          .allowEmptyShould(true);

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
    var unmarked = new TreeSet<String>();
    for (JavaClass type : classes) {
      if (!type.getPackage().isAnnotatedWith(NullMarked.class)) {
        unmarked.add(type.getPackageName());
      }
    }
    if (!unmarked.isEmpty()) {
      throw new AssertionError("Packages without @NullMarked in package-info.java: " + unmarked);
    }
  }
}
