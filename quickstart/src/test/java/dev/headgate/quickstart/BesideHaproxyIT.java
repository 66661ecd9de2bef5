package dev.headgate.quickstart;

import java.io.IOException;

/** HAProxy asks the gateway by the script that comes with the example. */
final class BesideHaproxyIT extends BesideProxyRules {
  @Override
  String source() {
    return "forwarded";
  }

  @Override
  String contradiction() {
    return "X-Original-URI";
  }

  @Override
  FrontProxy start(FrontProxy.Ports ports) throws IOException {
    return FrontProxy.haproxy(ports);
  }
}
