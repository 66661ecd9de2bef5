package dev.headgate.booking;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import java.time.Clock;
import java.time.Instant;

/** Which package may know which. */
@AnalyzeClasses(
    packages = "dev.headgate.booking",
    importOptions = ImportOption.DoNotIncludeTests.class)
class ArchitectureTest {
  private static final String ROOT = "dev.headgate.booking";

  @ArchTest static final ArchRule SEAT = only("seat");
  @ArchTest static final ArchRule PRICE = only("price");
  @ArchTest static final ArchRule JSON = only("json");
  @ArchTest static final ArchRule CONFIG = only("config", "price", "seat");
  @ArchTest static final ArchRule TELEMETRY = only("telemetry", "store");
  @ArchTest static final ArchRule ADMISSION = only("admission", "config", "json");
  @ArchTest static final ArchRule ACCOUNT = only("account", "config", "store");
  @ArchTest static final ArchRule STORE = only("store", "config", "seat");
  @ArchTest static final ArchRule HOLD = only("hold", "price", "seat", "store");
  @ArchTest static final ArchRule MAP = only("map", "store", "seat");
  @ArchTest static final ArchRule CHECK = only("check", "store");

  @ArchTest static final ArchRule TICKET = only("ticket", "config", "seat");
  @ArchTest static final ArchRule PAYMENT = only("payment", "config", "json");

  @ArchTest
  static final ArchRule ORDER = only("order", "config", "payment", "seat", "store", "ticket");

  @ArchTest static final ArchRule NOTICE = only("notice", "config", "order", "store", "ticket");

  @ArchTest
  static final ArchRule HTTP =
      only(
          "http",
          "account",
          "admission",
          "hold",
          "json",
          "map",
          "order",
          "payment",
          "seat",
          "store",
          "telemetry",
          "ticket");

  @ArchTest
  static final ArchRule NO_CLOCK_IN_THE_RULES =
      noClasses()
          .that()
          .resideInAnyPackage(ROOT + ".seat", ROOT + ".price", ROOT + ".json", ROOT + ".config")
          .should()
          .callMethod(System.class, "currentTimeMillis")
          .orShould()
          .callMethod(System.class, "nanoTime")
          .orShould()
          .callMethod(Instant.class, "now")
          .orShould()
          .dependOnClassesThat()
          .belongToAnyOf(Clock.class);

  @ArchTest
  static final ArchRule WALL_CLOCK_ONLY_IN_THE_ROOT =
      noClasses()
          .that()
          .resideOutsideOfPackage(ROOT)
          .should()
          .callMethod(System.class, "currentTimeMillis")
          .orShould()
          .callMethod(Instant.class, "now");

  @ArchTest
  static final ArchRule NOTHING_OF_THE_GATEWAY =
      noClasses()
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage("dev.headgate.gateway..", "dev.headgate.policy..");

  private static ArchRule only(String name, String... others) {
    String[] allowed = new String[others.length + 1];
    allowed[0] = ROOT + "." + name;
    for (int i = 0; i < others.length; i++) {
      allowed[i + 1] = ROOT + "." + others[i];
    }
    return classes()
        .that()
        .resideInAPackage(ROOT + "." + name)
        .should()
        .onlyDependOnClassesThat(
            DescribedPredicate.or(
                JavaClass.Predicates.resideInAnyPackage(allowed),
                JavaClass.Predicates.resideOutsideOfPackage(ROOT + "..")));
  }
}
