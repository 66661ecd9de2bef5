package dev.headgate.gateway.config;

/**
 * How proxies that ask at {@code /authorize} say what they were asked for.
 *
 * @param source the one place that is believed
 */
public record Authorize(Source source) {

  /** Where the original request is read. */
  public enum Source {
    /** {@code X-Original-URI} and {@code X-Original-Method}. */
    NGINX,
    /** {@code X-Forwarded-Uri}, {@code X-Forwarded-Method} and {@code X-Forwarded-Host}. */
    FORWARDED,
    /** The request itself, its path behind {@code /authorize}. */
    ENVOY
  }
}
