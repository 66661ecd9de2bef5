package dev.headgate.policy;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.errorprone.annotations.CheckReturnValue;
import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaCall;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaPackage;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import java.security.SecureRandom;
import java.time.Clock;
import java.util.Random;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ThreadLocalRandom;
import java.util.stream.Collectors;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;

@AnalyzeClasses(
    packages = "dev.headgate.policy",
    importOptions = ImportOption.DoNotIncludeTests.class)
class ArchitectureTest {
  private static final String POLICY = "dev.headgate.policy";

  /** A deciding class that reads a clock or draws lots gives another answer the next time. */
  private static final Set<String> CLOCKS =
      Set.of("currentTimeMillis", "nanoTime", "now", "systemUTC", "systemDefaultZone", "system");

  @ArchTest
  static final ArchRule NOTHING_BUT_THE_JDK =
      noClasses()
          .should()
          .dependOnClassesThat()
          .resideOutsideOfPackages(
              "java..",
              "javax.crypto..",
              POLICY + "..",
              "org.jspecify.annotations",
              "com.google.errorprone.annotations");

  @ArchTest
  static final ArchRule NO_SYSTEM_CLOCK =
      noClasses().should().callMethodWhere(describe("reads a clock", ArchitectureTest::readsClock));

  @ArchTest
  static final ArchRule NO_CHANCE =
      noClasses().should().callCodeUnitWhere(describe("is chance", ArchitectureTest::isChance));

  @ArchTest
  static final ArchRule NO_THREADS_AND_NO_FILES =
      noClasses()
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage(
              "java.util.concurrent..", "java.io..", "java.nio.file..", "java.net..")
          .orShould()
          .dependOnClassesThat(
              DescribedPredicate.describe("threads", c -> c.isEquivalentTo(Thread.class)));

  @ArchTest
  static final ArchRule THE_ORDER_KNOWS_NEITHER_PACE_NOR_ESTIMATE =
      noClasses()
          .that()
          .resideInAPackage(POLICY + ".order..")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage(POLICY + ".pace..", POLICY + ".estimate..");

  @ArchTest
  static final ArchRule THE_PACE_KNOWS_NEITHER_ORDER_NOR_ESTIMATE =
      noClasses()
          .that()
          .resideInAPackage(POLICY + ".pace..")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage(POLICY + ".order..", POLICY + ".estimate..");

  @ArchTest
  static final ArchRule THE_THROTTLE_KNOWS_NONE_OF_THEM =
      noClasses()
          .that()
          .resideInAPackage(POLICY + ".throttle..")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage(POLICY + ".order..", POLICY + ".pace..", POLICY + ".estimate..");

  @ArchTest
  static final ArchRule THE_ESTIMATE_DOES_NOT_KNOW_THE_ORDER =
      noClasses()
          .that()
          .resideInAPackage(POLICY + ".estimate..")
          .should()
          .dependOnClassesThat()
          .resideInAPackage(POLICY + ".order..");

  @Test
  void everyPackageSaysWhatMayBeNullAndMayBeIgnored() {
    Set<JavaPackage> packages =
        production().stream().map(JavaClass::getPackage).collect(Collectors.toSet());
    assertEquals(4, packages.size());
    for (JavaPackage each : packages) {
      assertTrue(each.isAnnotatedWith(NullMarked.class), each.getName());
      assertTrue(each.isAnnotatedWith(CheckReturnValue.class), each.getName());
    }
  }

  private static JavaClasses production() {
    return new ClassFileImporter()
        .withImportOption(new ImportOption.DoNotIncludeTests())
        .importPackages(POLICY);
  }

  private static boolean readsClock(JavaCall<?> call) {
    JavaClass owner = call.getTargetOwner();
    boolean ofTime =
        owner.getPackageName().equals("java.time") || owner.isEquivalentTo(System.class);
    return owner.isEquivalentTo(Clock.class) || (ofTime && CLOCKS.contains(call.getName()));
  }

  private static boolean isChance(JavaCall<?> call) {
    JavaClass owner = call.getTargetOwner();
    return owner.isAssignableTo(Random.class)
        || owner.isEquivalentTo(SecureRandom.class)
        || owner.isEquivalentTo(ThreadLocalRandom.class)
        || owner.isEquivalentTo(UUID.class)
        || call.getName().equals("random");
  }
}
