package dev.headgate.gateway.config;

import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Reads who may operate, and for how long: {@code operatorTokens}, {@code operatorSessions}. */
final class OperatorFields {
  private static final FieldType<Role> ROLE =
      FieldType.oneOf(
          Map.of("viewer", Role.VIEWER, "operator", Role.OPERATOR, "admin", Role.ADMIN));
  private static final FieldType<String> SHA256 =
      FieldType.matching("[0-9a-f]{64}", "64 lower-case hex digits, the token's SHA-256")
          .asSecret();
  private static final FieldType<String> HASH =
      new FieldType<>(
          OperatorHash.EXPECTED,
          true,
          value -> value instanceof String text && OperatorHash.isSlow(text) ? text : null,
          value -> null);
  private static final FieldType<Duration> IDLE =
      FieldType.duration(Duration.ofMinutes(1), Duration.ofDays(7));
  private static final FieldType<Duration> LONGEST =
      FieldType.duration(Duration.ofMinutes(1), OperatorSessions.LONGEST);

  private OperatorFields() {}

  static List<OperatorToken> tokens(Fields fields) {
    Set<String> names = new HashSet<>();
    return fields.list("operatorTokens", List.of(), entry -> token(entry.object(), names));
  }

  private static OperatorToken token(Fields token, Set<String> names) {
    String holder = token.required("name", FieldType.text(100), "");
    Role role = token.required("role", ROLE, Role.VIEWER);
    String hash = hash(token);
    token.refuseUnknown();
    if (holder.startsWith("oidc:")) {
      token.wrong("name", holder, "one that does not begin with oidc:, as an issuer's do");
    }
    if (!names.add(holder) && token.sound("name")) {
      token.wrong("name", holder, "a name no other token has");
    }
    return new OperatorToken(holder, role, hash);
  }

  private static String hash(Fields token) {
    String none = "0".repeat(64);
    if (!token.has("hash")) {
      return token.required("sha256", SHA256, none);
    }
    @Nullable String fast = token.nullable("sha256", SHA256);
    if (fast != null) {
      token.wrong("hash", "here beside sha256", "one of them");
    }
    return token.optional("hash", HASH, none);
  }

  static OperatorSessions sessions(Fields fields) {
    OperatorSessions usual = OperatorSessions.usual();
    if (!fields.has("operatorSessions")) {
      return usual;
    }
    Fields sessions = fields.object("operatorSessions");
    OperatorSessions read =
        new OperatorSessions(
            sessions.optional("idle", IDLE, usual.idle()),
            sessions.optional("longest", LONGEST, usual.longest()));
    sessions.refuseUnknown();
    return read;
  }
}
