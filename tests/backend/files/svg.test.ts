/** Drawings: what could run or fetch goes, what is seen stays. */
import { describe, expect, it } from "vitest";
import { isDrawing, sniff } from "~server/backend/files/sniff";
import { cleanSvg, isWithinSvgBounds } from "~server/backend/files/svg";

const wrap = (inner: string, attributes = "") =>
  `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"${attributes}>${inner}</svg>`;

describe("a drawing", () => {
  it("keeps shapes, gradients, letter case and its own parts", () => {
    const drawn = cleanSvg(
      wrap(
        '<defs><linearGradient id="a"><stop offset="0" stop-color="red"/></linearGradient></defs><style>.x{fill:url(#a)}</style><use xlink:href="#a"/><rect class="x" fill="url(#a)"/>',
        ' viewBox="0 0 9 9"',
      ),
    );
    for (const part of [
      'viewBox="0 0 9 9"',
      "<linearGradient",
      'xlink:href="#a"',
      'fill="url(#a)"',
      ".x{fill:url(#a)}",
    ]) {
      expect(drawn).toContain(part);
    }
  });

  it.each([
    "<script>alert(1)</script>",
    '<script href="https://evil.example/a.js"/>',
    '<rect onload="alert(1)"/>',
    '<g OnClick="alert(1)"/>',
    '<a href="javascript:alert(1)"><text>x</text></a>',
    '<a xlink:href="javascript:alert(1)"><text>x</text></a>',
    '<foreignObject><iframe xmlns="http://www.w3.org/1999/xhtml" src="javascript:alert(1)"/></foreignObject>',
    '<image href="https://evil.example/track.png"/>',
    '<image xlink:href="data:image/svg+xml;base64,PHN2Zy8+"/>',
    '<use href="https://evil.example/a.svg#x"/>',
    '<use href="data:image/svg+xml,&lt;svg onload=alert(1)&gt;#x"/>',
    "<style>@import 'https://evil.example/a.css';</style>",
    "<style>rect{background:url(https://evil.example/)}</style>",
    '<rect style="background:url(//evil.example/x)"/>',
    '<rect fill="url(https://evil.example/#a)"/>',
    '<animate attributeName="href" values="javascript:alert(1)"/>',
    '<set attributeName="onmouseover" to="alert(1)"/>',
    '<handler type="text/javascript">alert(1)</handler>',
    "<![CDATA[<script>alert(1)</script>]]>",
    '<embed src="javascript:alert(1)"/><object data="x"/>',
    '<g xmlns:x="javascript:alert(1)"/>',
  ])("loses what could run or fetch: %s", (inner) => {
    const clean = cleanSvg(wrap(inner)) ?? "";
    expect(clean.toLowerCase()).not.toMatch(
      /<script|\son\w+=|javascript:|evil\.example|<iframe|foreignobject|@import|<animate|<set|data:image\/svg/,
    );
  });

  it("what is no drawing is none", () => {
    expect(cleanSvg("<html><p>words</p></html>")).toBeNull();
    expect(cleanSvg("")).toBeNull();
    expect(sniff(Buffer.from("<p>an <svg> in a page</p>"), "a.svg", null)).toBeNull();
    expect(sniff(Buffer.from('<?xml version="1.0"?>\n<!-- x -->\n<svg>'), "a.bin", null)?.extension).toBe("svg");
  });

  it("a thousand comments before what is no drawing are read once, not in every way to divide them", () => {
    expect(isDrawing(Buffer.from(`${"<!---->".repeat(500)}<p>`))).toBe(false);
    expect(isDrawing(Buffer.from(`${"<!---->".repeat(500)}<svg>`))).toBe(true);
    expect(isDrawing(Buffer.from('<!DOCTYPE svg [<!ENTITY a "b">]><svg>'))).toBe(false);
  });
});

describe("the bounds of a drawing, told before anything parses it", () => {
  const nested = (n: number) => Buffer.from(wrap(`${"<g>".repeat(n)}${"</g>".repeat(n)}`));
  it("180,000 nested groups are out, ninety are in", () => {
    expect(isWithinSvgBounds(nested(180_000))).toBe(false);
    expect(isWithinSvgBounds(nested(200))).toBe(false);
    expect(isWithinSvgBounds(nested(90))).toBe(true);
  });

  it("thousands of shapes beside one another are in; a million marks, or a megabyte, are out", () => {
    expect(isWithinSvgBounds(Buffer.from(wrap('<path d="M0 0"/>'.repeat(9_000))))).toBe(true);
    expect(isWithinSvgBounds(Buffer.from(wrap('<path d="M0 0"/>'.repeat(30_000))))).toBe(false);
    expect(isWithinSvgBounds(Buffer.from(wrap("x".repeat(1_100_000))))).toBe(false);
    expect(isWithinSvgBounds(Buffer.from("<".repeat(900_000)))).toBe(false);
  });

  it("text that looks like the end of an element makes none shallower", () => {
    expect(isWithinSvgBounds(Buffer.from(wrap("<g>/>".repeat(200))))).toBe(false);
    expect(isWithinSvgBounds(Buffer.from(wrap(`</g>`.repeat(500) + "<g>".repeat(200))))).toBe(false);
  });
});
