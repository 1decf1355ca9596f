package dev.plaza.order;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noFields;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.junit.ArchTests;
import com.tngtech.archunit.lang.ArchRule;
import dev.plaza.rules.HouseRules;
import org.junit.jupiter.api.Test;
import org.springframework.modulith.core.ApplicationModules;
import org.springframework.modulith.docs.Documenter;

/// The shape of this service. When a rule fails, change the code.
@AnalyzeClasses(
    packagesOf = OrderServiceApplication.class,
    importOptions = ImportOption.DoNotIncludeTests.class)
class ArchitectureTests {

  private static final ApplicationModules FEATURES =
      ApplicationModules.of(OrderServiceApplication.class);

  @ArchTest static final ArchTests houseRules = ArchTests.in(HouseRules.class);

  @Test
  void featuresHaveNoCyclesAndKeepTheirInternals() {
    FEATURES.verify();
  }

  @Test
  void diagramsOfTheFeaturesCanBeDrawn() {
    new Documenter(FEATURES).writeDocumentation();
  }

  @ArchTest
  static final ArchRule moneyIsNeverFloating =
      noFields()
          .that()
          .areDeclaredInClassesThat()
          .resideInAnyPackage("..cart", "..pricing", "..checkout", "..payment")
          .should()
          .haveRawType(double.class)
          .orShould()
          .haveRawType(float.class)
          .orShould()
          .haveRawType(Double.class);
}
