/** Colours of a tenant: whether white text is read on one, the nearest on which it is, and both looks of it. */
import { expect, test } from "vitest";
import { colourProblem } from "~/contract/platform/brand";
import { brandColours, contrast, contrastOfText, readable, typedColour } from "~/contract/platform/brand-colour";

const hues = ["#ff0000", "#ffcc00", "#00ff00", "#00ffff", "#0000ff", "#ff00ff", "#ffffff", "#000000", "#777777"];
const tried = [...hues, "#125f67", "#e8590c", "#fab005", "#82c91e", "#228be6", "#7048e8", "#111111", "#f8f9fa"];

test("the known ratios", () => {
  expect(contrast("#ffffff", "#000000")).toBe(21);
  expect(contrastOfText("#777777")).toBeCloseTo(4.48, 2);
  expect(contrastOfText("#767676")).toBeCloseTo(4.54, 2);
});

test("a colour on which white is read stays; another becomes the nearest of its hue on which it is, and no darker", () => {
  expect([readable("#125f67"), readable("#767676")]).toEqual(["#125f67", "#767676"]);
  for (const colour of tried) {
    const near = readable(colour);
    expect(contrastOfText(near), colour).toBeGreaterThanOrEqual(4.5);
    expect(colourProblem(near), colour).toBe("");
    if (near !== colour) expect(contrastOfText(near), colour).toBeLessThan(4.62);
  }
  // Orange stays orange: red above green above blue.
  expect(readable("#fab005")).toMatch(/^#[89a-f]/);
});

test("buttons, links and what is chosen are read in light and dark, whatever the hue", () => {
  for (const colour of tried.map(readable)) {
    const { light, dark } = brandColours(colour);
    expect(light.accent, colour).toBe(colour);
    for (const { accent, hover } of [light, dark]) {
      expect(contrastOfText(accent), colour).toBeGreaterThanOrEqual(4.5);
      expect(contrastOfText(hover), colour).toBeGreaterThanOrEqual(4.5);
    }
    for (const ground of ["#ffffff", "#f3f5f6", "#f7f9f9", light.chosen])
      expect(contrast(light.link, ground), `${colour} on ${ground}`).toBeGreaterThanOrEqual(4.5);
    for (const ground of ["#12191c", "#1a2327", "#202b30", dark.chosen])
      expect(contrast(dark.link, ground), `${colour} on ${ground}`).toBeGreaterThanOrEqual(4.5);
  }
});

test("what is typed: with and without the sign, short and long, full width; a pale one is told with the nearest", () => {
  expect(["", "#ABC", "125F67", " ＃１２５ｆ６７ ", "teal"].map(typedColour)).toEqual([
    "",
    "#aabbcc",
    "#125f67",
    "#125f67",
    "#teal",
  ]);
  expect(colourProblem("")).toBe("");
  expect(colourProblem("#teal")).toContain("#125f67");
  expect(colourProblem("#ffcc00")).toContain(readable("#ffcc00"));
  // 4.48 is not called 4.5.
  expect(colourProblem("#777777")).toContain("4.4:1");
});
