package dev.headgate.gateway.http;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;

class TrustedProxiesTest {

  @Test
  void anAddressIsTrustedWhereABlockHoldsIt() {
    String table =
        """
        10.0.0.0/8      | 10.255.1.2      | true
        10.0.0.0/8      | 11.0.0.1        | false
        192.168.1.128/25| 192.168.1.129   | true
        192.168.1.128/25| 192.168.1.127   | false
        127.0.0.1       | 127.0.0.1       | true
        127.0.0.1       | 127.0.0.2       | false
        0.0.0.0/0       | 203.0.113.9     | true
        0.0.0.0/0       | ::1             | false
        ::1             | ::1             | true
        fd00::/8        | fd12:3456::1    | true
        fd00::/8        | fe80::1         | false
        10.0.0.0/8      | unknown         | false
        10.0.0.0/8      | 10.0.0.1.evil   | false
        """;
    for (String row : table.lines().toList()) {
      String[] cells = row.split("\\|", -1);
      TrustedProxies trusted = new TrustedProxies(List.of(cells[0].trim()));
      assertEquals(Boolean.parseBoolean(cells[2].trim()), trusted.trusts(cells[1].trim()), row);
    }
  }

  @Test
  void whereNobodyIsTrustedTheConnectionAloneCounts() {
    TrustedProxies nobody = new TrustedProxies(List.of());
    assertEquals(List.of("9.9.9.9"), nobody.chain("9.9.9.9", List.of("6.6.6.6")));
  }

  @Test
  void whatIsNoBlockOfAddressesIsRefusedAndNamed() {
    for (String text :
        List.of("", "host.example", "10.0.0.0/33", "10.0.0.0/-1", "10.0.0.0/x", "::/129")) {
      IllegalArgumentException refused =
          assertThrows(
              IllegalArgumentException.class,
              () -> assertTrue(new TrustedProxies(List.of(text)).trusts("::1")));
      assertTrue(String.valueOf(refused.getMessage()).contains(text), refused + "");
    }
  }
}
