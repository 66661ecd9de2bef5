package dev.headgate.gateway;

import static com.tngtech.archunit.lang.conditions.ArchPredicates.are;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.errorprone.annotations.CheckReturnValue;
import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaMethodCall;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;

/** The import table of the gateway, and who may read a clock. */
class ArchitectureTest {
  private static final String ROOT = "dev.headgate.gateway";

  /** What all may use. */
  private static final Set<String> GROUND = Set.of("config", "http", "telemetry", "trace");

  /** What each package may use beyond the ground; the root may use everything. */
  private static final Map<String, Set<String>> MAY_USE =
      Map.ofEntries(
          Map.entry("config", Set.of()),
          Map.entry("http", Set.of()),
          Map.entry("telemetry", Set.of()),
          Map.entry("trace", Set.of()),
          Map.entry("page", Set.of()),
          Map.entry("token", Set.of()),
          Map.entry("store", Set.of()),
          Map.entry("audit", Set.of("store")),
          Map.entry("access", Set.of("token", "store")),
          Map.entry("feed", Set.of("store")),
          Map.entry("hook", Set.of("feed", "store")),
          Map.entry("queue", Set.of("token", "store", "audit")),
          Map.entry("backend", Set.of("queue")),
          Map.entry("upstream", Set.of()),
          Map.entry("bypass", Set.of("token")),
          Map.entry("edge", Set.of("queue", "token", "page")),
          Map.entry(
              "operator",
              Set.of("queue", "token", "page", "audit", "access", "console", "preview", "feed")),
          Map.entry("console", Set.of()),
          Map.entry("preview", Set.of("page")),
          Map.entry("remote", Set.of()),
          Map.entry("forward", Set.of("queue", "token", "page", "backend", "upstream", "bypass")));

  private static final Set<String> MAY_USE_THE_POLICY =
      Set.of("queue", "edge", "token", "backend", "operator", "preview");

  private static final JavaClasses GATEWAY =
      new ClassFileImporter()
          .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
          .importPackages(ROOT);

  @Test
  void everyPackageIsInTheTable() {
    Set<String> packages =
        GATEWAY.stream().map(ArchitectureTest::part).collect(Collectors.toCollection(TreeSet::new));
    packages.remove("");
    packages.removeAll(MAY_USE.keySet());
    assertEquals(Set.of(), packages);
  }

  @Test
  void eachPackageUsesOnlyWhatTheTableSays() {
    for (String part : MAY_USE.keySet()) {
      Set<String> allowed = new TreeSet<>(MAY_USE.getOrDefault(part, Set.of()));
      allowed.addAll(GROUND);
      allowed.add(part);
      DescribedPredicate<JavaClass> outside =
          DescribedPredicate.describe(
              "parts other than " + allowed,
              used -> used.getPackageName().startsWith(ROOT) && !allowed.contains(part(used)));
      noClasses()
          .that()
          .resideInAPackage(ROOT + "." + part + "..")
          .should()
          .dependOnClassesThat(are(outside))
          .allowEmptyShould(true)
          .check(GATEWAY);
    }
  }

  @Test
  void theGroundUsesOnlyItself() {
    slices().matching(ROOT + ".(*)..").should().beFreeOfCycles().check(GATEWAY);
  }

  @Test
  void thePolicyIsUsedOnlyWhereThingsAreDecidedOrEstimated() {
    classes()
        .that()
        .resideInAPackage(ROOT + "..")
        .and(
            DescribedPredicate.describe(
                "are not of " + MAY_USE_THE_POLICY,
                one -> !part(one).isEmpty() && !MAY_USE_THE_POLICY.contains(part(one))))
        .should()
        .onlyDependOnClassesThat(
            DescribedPredicate.describe(
                "are not of the policy",
                used -> !used.getPackageName().startsWith("dev.headgate.policy")))
        .check(GATEWAY);
  }

  @Test
  void nothingHereKnowsTheShopOrTheQuickstart() {
    noClasses()
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage(
            "dev.headgate.booking..", "dev.headgate.quickstart..", "dev.headgate.embedded..")
        .check(GATEWAY);
  }

  @Test
  void onlyTheRootReadsTheSystemsClock() {
    DescribedPredicate<JavaMethodCall> clock =
        DescribedPredicate.describe(
            "the system's clock",
            call -> {
              String owner = call.getTargetOwner().getName();
              String name = call.getName();
              boolean now = name.equals("now") && owner.startsWith("java.time.");
              boolean noArgument = call.getTarget().getParameterTypes().isEmpty();
              return (now && noArgument)
                  || (owner.equals("java.lang.System") && name.equals("currentTimeMillis"))
                  || (owner.equals("java.time.Clock") && name.startsWith("system"));
            });
    noClasses()
        .that()
        .resideInAPackage(ROOT + ".*..")
        .should()
        .callMethodWhere(clock)
        .because("Redis's clock is the only one of the queue; others are handed in")
        .check(GATEWAY);
  }

  @Test
  void everyPackageIsNullMarkedAndItsResultsMustBeUsed() {
    List<String> bare = new ArrayList<>();
    GATEWAY.stream()
        .map(JavaClass::getPackage)
        .distinct()
        .filter(
            one ->
                !one.isAnnotatedWith(NullMarked.class)
                    || !one.isAnnotatedWith(CheckReturnValue.class))
        .forEach(one -> bare.add(one.getName()));
    assertEquals(List.of(), bare);
    assertTrue(GATEWAY.size() > 30, "the classes were found");
  }

  /** The part of the gateway a class belongs to; empty for the root. */
  private static String part(JavaClass one) {
    String name = one.getPackageName();
    String rest = name.length() > ROOT.length() ? name.substring(ROOT.length() + 1) : "";
    return rest.contains(".") ? rest.substring(0, rest.indexOf('.')) : rest;
  }
}
