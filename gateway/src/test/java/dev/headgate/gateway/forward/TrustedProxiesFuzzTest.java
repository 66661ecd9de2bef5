package dev.headgate.gateway.forward;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.headgate.gateway.http.TrustedProxies;
import dev.headgate.gateway.testing.Fuzz;
import io.netty.util.NetUtil;
import io.vertx.core.MultiMap;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class TrustedProxiesFuzzTest {
  private static final long[] ONCE_FAILED = {
    -6011481485408057848L, -703018589477458823L, 7996260575420486769L, 6319869329200318854L
  };
  private static final String ALPHABET = "0123456789abf.:,, \t[]\"%/-=;forunknown_\u00e9";
  private static final String[] LINES = {
    "10.0.0.1",
    "1.2.3.4, 10.0.0.2",
    "9.9.9.9,10.1.1.1,10.2.2.2",
    "::1, fe80::1, 10.0.0.9",
    "unknown, 10.0.0.1",
    "1.2.3.4:80, 10.0.0.1",
    "[::1], 10.0.0.1",
    "for=1.2.3.4",
    ",,,",
    "10.0.0.1, 10.0.0.2, 10.0.0.3, 10.0.0.4",
    "0x0a.0.0.1",
    "010.0.0.1",
    "10.1",
  };

  private final TrustedProxies trusted = new TrustedProxies(List.of("10.0.0.0/8", "::1"));

  @Test
  void aChainEndsAtThePeerHoldsAddressesOnlyAndTrustsEveryHopButTheFirst() {
    Fuzz.run(
        1_200_000,
        ONCE_FAILED,
        random -> {
          String peer = Fuzz.oneOf(random, "10.0.0.7", "192.0.2.1", "::1");
          List<String> lines = lines(random);
          List<String> chain = trusted.chain(peer, lines);
          assertEquals(peer, chain.get(chain.size() - 1));
          for (int i = 0; i < chain.size(); i++) {
            String hop = chain.get(i);
            assertTrue(
                NetUtil.isValidIpV4Address(hop) || NetUtil.isValidIpV6Address(hop),
                () -> hop + lines);
            assertTrue(i == 0 || isTrusted(hop), () -> hop + lines);
          }
          assertEquals(reference(peer, lines), chain, () -> peer + lines);
        });
  }

  private static List<String> lines(Random random) {
    List<String> lines = new ArrayList<>();
    for (int count = random.nextInt(4); count > 0; count--) {
      String line = Fuzz.oneOf(random, LINES);
      lines.add(random.nextBoolean() ? line : Fuzz.mutated(random, line, ALPHABET));
    }
    return lines;
  }

  /** The rule once more, from the left: what is behind the last hop that is not trusted. */
  private static List<String> reference(String peer, List<String> lines) {
    List<String> hops = new ArrayList<>();
    for (String line : lines) {
      for (String hop : line.split(",", -1)) {
        hops.add(hop.trim());
      }
    }
    hops.add(peer);
    int first = hops.size() - 1;
    while (first > 0 && isTrusted(hops.get(first)) && isAddress(hops.get(first - 1))) {
      first--;
    }
    return lines.isEmpty() ? List.of(peer) : hops.subList(first, hops.size());
  }

  private static boolean isTrusted(String hop) {
    return hop.matches("10(\\.(25[0-5]|2[0-4]\\d|1?\\d?\\d)){3}") || isLoopback(hop);
  }

  private static boolean isLoopback(String hop) {
    byte[] bytes = NetUtil.createByteArrayFromIpAddressString(hop);
    if (bytes == null || bytes.length != 16 || bytes[15] != 1) {
      return false;
    }
    for (int i = 0; i < 15; i++) {
      if (bytes[i] != 0) {
        return false;
      }
    }
    return true;
  }

  private static boolean isAddress(String hop) {
    return NetUtil.createByteArrayFromIpAddressString(hop) != null
        && hop.indexOf('%') < 0
        && !hop.matches("(?:.*[:.])?0[0-9]+\\..*|.*\\.0[0-9]+(?:[.\\]].*)?");
  }

  @Test
  void whateverAShopSaysOfASessionIsReadWithinItsBounds() {
    Fuzz.run(
        2_500_000,
        ONCE_FAILED,
        random -> {
          String said =
              Fuzz.mutated(
                  random,
                  Fuzz.oneOf(random, "end", "extend=PT5M", "extend=PT15M,end", "extend=PT1S, x"),
                  "endxtPTMSH0123456789=,. -+E");
          MultiMap headers = MultiMap.caseInsensitiveMultiMap();
          headers.add(SessionWord.HEADER, said);
          SessionWord word = SessionWord.of(headers);
          assertTrue(word.extendSeconds() >= 0 && word.extendSeconds() <= 900, said);
          assertTrue(!word.ends() || word.extendSeconds() == 0, said);
          assertEquals(
              List.of(said.split(",", -1)).stream().anyMatch(x -> x.trim().equals("end")),
              word.ends(),
              said);
        });
  }
}
