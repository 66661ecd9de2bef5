package dev.headgate.gateway.config;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Reads {@code oidc}. */
final class OidcFields {
  private static final FieldType<String> TEXT = FieldType.text(255);
  private static final FieldType<String> SECRET = FieldType.text(1_000).asSecret();
  private static final FieldType<String> FILE = FieldType.text(1_000);
  private static final FieldType<String> SCOPE =
      FieldType.matching("[!#-\\[\\]-~]{1,100}", "a scope such as openid");
  private static final Set<String> LOOPBACK = Set.of("localhost", "127.0.0.1", "[::1]");
  private static final FieldType<String> ISSUER =
      new FieldType<>(
          "an address with https such as https://login.example/realms/ops, as the issuer has it;"
              + " http for loopback alone",
          false,
          value -> value instanceof String text && isAddress(text, false) ? text : null,
          value -> null);

  private static final FieldType<Oidc.SignOut> SIGN_OUT =
      new FieldType<>(
          "issuer, here, or the address with https that the issuer has for it",
          false,
          OidcFields::signOut,
          value -> null);

  private OidcFields() {}

  private static Oidc.@Nullable SignOut signOut(Object value) {
    if ("issuer".equals(value)) {
      return Oidc.SignOut.ISSUER;
    }
    if ("here".equals(value)) {
      return Oidc.SignOut.HERE;
    }
    return value instanceof String text && isAddress(text, true)
        ? new Oidc.SignOut(true, text)
        : null;
  }

  static @Nullable Oidc read(Fields fields, Path folder, @Nullable URI operatorOrigin) {
    if (fields.isAbsent("oidc")) {
      return null;
    }
    Fields oidc = fields.object("oidc");
    String issuer = oidc.required("issuer", ISSUER, "https://login.example");
    Oidc.Client client = client(oidc, folder);
    List<String> scopes =
        oidc.list("scopes", List.of("openid", "profile"), entry -> entry.as(SCOPE));
    if (!scopes.contains("openid") && oidc.sound("scopes")) {
      oidc.wrong("scopes", String.join(" ", scopes), "openid among them");
    }
    String name = oidc.optional("name", TEXT, "preferred_username");
    String audience = oidc.nullable("audience", TEXT);
    if (audience != null && audience.equals(client.id())) {
      // What says who somebody is to us would then do for asking us.
      oidc.wrong("audience", audience, "another one than clientId");
    }
    Oidc.SignOut signOut = oidc.optional("signOut", SIGN_OUT, Oidc.SignOut.usual());
    Oidc read = new Oidc(issuer, client, scopes, name, roles(oidc), audience, signOut);
    oidc.refuseUnknown();
    if (operatorOrigin == null && fields.sound("operatorOrigin")) {
      fields.wrong("operatorOrigin", "missing", "the origin operators see, beside oidc");
    }
    return read;
  }

  private static Oidc.Client client(Fields oidc, Path folder) {
    String id = oidc.required("clientId", TEXT, "headgate");
    String secret = oidc.nullable("clientSecret", SECRET);
    String file = oidc.nullable("clientSecretFile", FILE);
    if (secret != null && file != null) {
      oidc.wrong("clientSecretFile", "here beside clientSecret", "one of them");
    } else if (file != null) {
      secret = secretIn(oidc, folder.resolve(file).normalize());
    }
    return new Oidc.Client(id, secret);
  }

  private static @Nullable String secretIn(Fields oidc, Path file) {
    try {
      String secret = Files.size(file) > 4_096 ? "" : Files.readString(file, UTF_8).strip();
      if (SECRET.parse().parse(secret) != null) {
        return secret;
      }
    } catch (IOException unreadable) {
      // Said below.
    }
    oidc.wrong("clientSecretFile", file.toString(), "a file of the secret alone");
    return null;
  }

  private static Oidc.Roles roles(Fields oidc) {
    Fields roles = oidc.object("roles");
    String claim = roles.required("claim", TEXT, "groups");
    Map<Role, List<String>> values = new EnumMap<>(Role.class);
    values.put(Role.VIEWER, values(roles, "viewer"));
    values.put(Role.OPERATOR, values(roles, "operator"));
    values.put(Role.ADMIN, values(roles, "admin"));
    roles.refuseUnknown();
    if (values.values().stream().allMatch(List::isEmpty) && roles.sound("claim")) {
      oidc.wrong("roles", "nobody", "values of the claim under viewer, operator or admin");
    }
    return new Oidc.Roles(claim, values);
  }

  private static List<String> values(Fields roles, String name) {
    return roles.list(name, List.of(), entry -> entry.as(TEXT));
  }

  private static boolean isAddress(String text, boolean mayHaveQuery) {
    try {
      URI uri = new URI(text);
      boolean bare =
          uri.getHost() != null
              && uri.getRawUserInfo() == null
              && (mayHaveQuery || uri.getRawQuery() == null)
              && uri.getRawFragment() == null;
      return bare
          && ("https".equals(uri.getScheme())
              || ("http".equals(uri.getScheme()) && LOOPBACK.contains(uri.getHost())));
    } catch (URISyntaxException malformed) {
      return false;
    }
  }
}
