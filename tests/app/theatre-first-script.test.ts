import { expect, test } from "vitest";
import { withFirstScript } from "~/screens/theatre/first-script.server";

const mark = '<template data-first="seats"></template>';

test("the script that draws a hall stands behind its map, under the page's nonce, small, and in no other page", () => {
  const html = `<html><body><div>${mark}<p>rest</p></div></body></html>`;
  const [before, after = ""] = withFirstScript(html, "n-1").split(mark);
  expect(before).toBe("<html><body><div>");
  expect(after).toMatch(/^<script nonce="n-1">[\s\S]+<\/script><p>rest<\/p>/);
  expect(after.length).toBeLessThan(6_000);
  // It needs nothing that would have to come.
  expect(after).not.toMatch(/\bimport\b|\brequire\(/);
  expect(withFirstScript("<html><body></body></html>", "n-1")).toBe("<html><body></body></html>");
});
