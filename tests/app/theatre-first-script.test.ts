import { expect, test } from "vitest";
import { withFirstScript, withFirstStyles } from "~/screens/theatre/first-script.server";

const mark = '<template data-first="seats"></template>';

test("the script that draws a hall stands behind its map, under the page's nonce, small, and in no other page", () => {
  const html = `<html><body><div>${mark}<p>rest</p></div></body></html>`;
  const [before, after = ""] = withFirstScript(html, "n-1", null).split(mark);
  expect(before).toBe("<html><body><div>");
  expect(after).toMatch(/^<script nonce="n-1">[\s\S]+<\/script><p>rest<\/p>/);
  expect(after.length).toBeLessThan(6_000);
  // It needs nothing that would have to come.
  expect(after).not.toMatch(/\bimport\b|\brequire\(/);
  expect(withFirstScript("<html><body></body></html>", "n-1", null)).toBe("<html><body></body></html>");
});

test("on a first visit styles are in the page, and sheets wait; where there are no scripts they do not", () => {
  const html = '<html><head><link rel="stylesheet" href="/a.css"/></head><body></body></html>';
  const page = withFirstStyles(html, "n-1");
  expect(page).toContain('<link media="print" data-late="" rel="stylesheet" href="/a.css"/>');
  expect(page).toContain('<noscript data-first-styles=""><link rel="stylesheet" href="/a.css"/></noscript></head>');
  expect(page).toMatch(/<style nonce="n-1" data-first-styles="">/);
});
