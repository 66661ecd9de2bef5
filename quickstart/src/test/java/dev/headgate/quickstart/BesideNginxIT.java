package dev.headgate.quickstart;

import java.io.IOException;

/** nginx asks the gateway by {@code auth_request}. */
final class BesideNginxIT extends BesideProxyRules {
  @Override
  String source() {
    return "nginx";
  }

  @Override
  String contradiction() {
    return "X-Forwarded-Uri";
  }

  @Override
  FrontProxy start(FrontProxy.Ports ports) throws IOException {
    return FrontProxy.nginx(ports);
  }
}
