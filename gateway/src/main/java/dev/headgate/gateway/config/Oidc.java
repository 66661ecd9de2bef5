package dev.headgate.gateway.config;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Who else says who operators are: an issuer of OpenID Connect.
 *
 * @param issuer its identifier, as it writes it itself
 * @param client what it knows us as
 * @param scopes what it is asked for
 * @param name the claim that names an operator
 * @param roles which of them may do what
 * @param audience what its tokens for the API are for; null where it issues none
 * @param signOut whether who signs out here is sent to sign out there
 */
public record Oidc(
    String issuer,
    Client client,
    List<String> scopes,
    String name,
    Roles roles,
    @Nullable String audience,
    SignOut signOut) {

  public Oidc {
    scopes = List.copyOf(scopes);
  }

  /**
   * What an issuer knows us as.
   *
   * @param secret null for a public client
   */
  public record Client(String id, @Nullable String secret) {

    /** Without the secret. */
    @Override
    public String toString() {
      return "Client[" + id + "]";
    }
  }

  /**
   * Whether a browser that signs out here is sent to sign out at the issuer as well.
   *
   * @param atIssuer whether it is, where there is an address for it
   * @param address that address; null for the one that the issuer publishes
   */
  public record SignOut(boolean atIssuer, @Nullable String address) {
    /** At the issuer, if it says where. */
    static final SignOut ISSUER = new SignOut(true, null);

    /** Nowhere but here. */
    static final SignOut HERE = new SignOut(false, null);

    /** What holds where nothing is said. */
    public static SignOut usual() {
      return ISSUER;
    }
  }

  /**
   * Which of those whom an issuer knows may do what.
   *
   * @param claim the claim that decides; dots lead into objects, as in {@code realm_access.roles}
   * @param values by role, any one of which gives it
   */
  public record Roles(String claim, Map<Role, List<String>> values) {
    public Roles {
      values = Map.copyOf(values);
    }

    /** The highest role that any of these gives; null where none gives any. */
    public @Nullable Role of(List<String> given) {
      Role highest = null;
      for (Role role : Role.values()) {
        if (given.stream().anyMatch(values.getOrDefault(role, List.of())::contains)) {
          highest = role;
        }
      }
      return highest;
    }

    /** Whether a value gives any role. */
    public boolean knows(String value) {
      return of(List.of(value)) != null;
    }
  }
}
