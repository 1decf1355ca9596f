package dev.plaza.catalog;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.junit.ArchTests;
import com.tngtech.archunit.lang.ArchRule;
import dev.plaza.rules.HouseRules;
import org.junit.jupiter.api.Test;
import org.springframework.modulith.core.ApplicationModules;
import org.springframework.modulith.docs.Documenter;

/// The shape of this service. When a rule fails, the code is changed, not the rule.
@AnalyzeClasses(
    packagesOf = CatalogServiceApplication.class,
    importOptions = ImportOption.DoNotIncludeTests.class)
class ArchitectureTests {

  private static final ApplicationModules MODULES =
      ApplicationModules.of(CatalogServiceApplication.class);

  @ArchTest static final ArchTests houseRules = ArchTests.in(HouseRules.class);

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

  @Test
  void modulesKeepTheirInternalsAndHaveNoCycles() {
    MODULES.verify();
  }

  @Test
  void modulesAreDrawn() {
    new Documenter(MODULES).writeDocumentation();
  }
}
