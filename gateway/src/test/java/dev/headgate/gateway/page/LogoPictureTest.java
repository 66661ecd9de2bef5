package dev.headgate.gateway.page;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class LogoPictureTest {
  private static final String SVG =
      "<svg xmlns='http://www.w3.org/2000/svg' xmlns:xlink='http://www.w3.org/1999/xlink'>\n";

  @TempDir private Path folder = Path.of(".");

  private LogoPicture read(byte[] bytes) throws IOException {
    return LogoPicture.read(folder, Files.write(folder.resolve("logo"), bytes));
  }

  private String refused(String svg) {
    return String.valueOf(
        assertThrows(IllegalArgumentException.class, () -> read(svg.getBytes(UTF_8))).getMessage());
  }

  @ParameterizedTest
  @CsvSource({
    "89504e470d0a1a0a0000000d49484452, png, image/png",
    "524946460a000000574542505650384c, webp, image/webp",
    "3c73766720786d6c6e733d22687474703a2f2f7777772e77332e6f72672f323030302f737667222f3e, svg, image/svg+xml",
  })
  void aPictureIsKnownByWhatIsInIt(String hex, String extension, String type) throws IOException {
    byte[] bytes = HexFormat.of().parseHex(hex);
    LogoPicture picture = read(bytes);
    assertEquals(extension, picture.extension());
    assertEquals(type, picture.contentType());
    assertArrayEquals(bytes, picture.bytes().getBytes());
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "GIF89a", "RIFF", "<html><body>x</body></html>", "<svg>", "x<svg/>"})
  void anythingElseIsRefused(String content) {
    assertTrue(refused(content).contains("logo"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "<g><path d='M0 0'/></g>",
        "<defs><linearGradient id='a'/></defs><rect fill='url(#a)'/>",
        "<use href='#a'/><use xlink:href='#a'/>",
        "<style>@media (prefers-color-scheme: dark) { .a { fill: #fff } }</style>",
        "<image href='data:image/png;base64,AAAA'/>",
        "<title>Harbour &amp; Hall</title><!-- <script> -->",
        "<rect style='fill: url(\"#a\")'/>"
      })
  void svgThatDrawsIsTaken(String drawing) throws IOException {
    assertEquals("svg", read((SVG + drawing + "</svg>").getBytes(UTF_8)).extension());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "<script>alert(1)</script>                       | <script>",
        "<g><script/></g>                                | <script>",
        "<foreignObject/>                                | <foreignObject>",
        "<x xmlns='http://www.w3.org/1999/xhtml'/>       | <x>",
        "<script xmlns='http://www.w3.org/1999/xhtml'/>  | <script>",
        "<a href='https://evil.example'/>                | <a>",
        "<animate attributeName='href'/>                 | <animate>",
        "<set/>                                          | <set>",
        "<feImage href='#a'/>                            | <feImage>",
        "<g onload='alert(1)'/>                          | onload=",
        "<g ONCLICK='alert(1)'/>                         | ONCLICK=",
        "<use href='https://evil.example/x.svg#a'/>      | href=",
        "<use xlink:href='other.svg#a'/>                 | href=",
        "<image href='data:image/svg+xml;base64,AAAA'/>  | href=",
        "<image href='https://evil.example/x.png'/>      | href=",
        "<rect fill='url(https://evil.example/x)'/>      | something that is not in the file",
        "<rect style='fill: URL( \"//evil.example\")'/>  | something that is not in the file",
        "<style>@import 'x';</style>                     | something that is not in the file",
        "<style><![CDATA[a{b:url(x)}]]></style>          | something that is not in the file",
        "<style>u\\72l(http://evil.example/x)</style>     | something that is not in the file",
        "<style>@\\69mport 'x'</style>                    | something that is not in the file",
        "<style>@\\000049MPORT 'x'</style>                | something that is not in the file",
        "<style>@im<!-- -->port 'x'</style>             | something that is not in the file",
        "<style>@im<![CDATA[port 'x']]></style>         | something that is not in the file",
        "<style>@im<g/>port 'x'</style>                 | <g> in <style>",
        "<rect fill='\\75 rl(x)'/>                       | something that is not in the file",
        "<rect style='fill:u\\52\tL(x)'/>                | something that is not in the file",
        "<rect style='fill:image-set(\"x\" 1x)'/>        | something that is not in the file",
        "<?xml-stylesheet href='x'?>                     | an instruction",
      })
  void svgThatDoesMoreIsRefusedWithTheLine(String more, String named) {
    String refused = refused(SVG + more + "</svg>");
    assertTrue(refused.contains("line 2: " + named), refused);
  }

  @Test
  void nothingIsReadForAnEntityOrADocumentType() {
    assertTrue(
        refused("<!DOCTYPE svg [<!ENTITY x SYSTEM 'file:///etc/passwd'>]>" + SVG + "&x;</svg>")
            .contains("logo"));
    assertTrue(refused("<!DOCTYPE svg>" + SVG + "</svg>").contains("a document type"));
    String bombs = "<!DOCTYPE svg [<!ENTITY a 'aaaaaaaaaa'><!ENTITY b '&a;&a;&a;&a;'>]>";
    assertTrue(refused(bombs + SVG + "<text>&b;</text></svg>").contains("a document type"));
  }
}
