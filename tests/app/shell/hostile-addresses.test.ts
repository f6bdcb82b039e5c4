/** Addresses and style classes that an administrator sets, shown to everybody: none of them becomes script. */
import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { loadProduct } from "~/shell/product.server";
import { StateBadge } from "~/widgets/state-badge";
import { fakeContext } from "./fake-context";

test.each([
  "javascript:alert(1)",
  "data:image/svg+xml,<svg onload=x>",
  "vbscript:x",
  "//evil.cn/a.png",
  "/images/\u0000/a.png",
])("addresses that an administrator sets: the logo is a file of ours, not %j", async (logoImg) => {
  const answers = { getSysInfo: { sysName: "云山", logoImg, menuImg: "", returnUrl: "" } };
  const { context } = fakeContext({ answers });
  expect(await loadProduct(context, `logo ${logoImg}`)).toEqual({ name: "云山", logo: "", picture: "", colour: "" });
});

test.each(['good" onclick="alert(1)', "x><script>alert(1)</script>", "good sign-in-page", "javascript:alert(1)"])(
  "dictionary style classes as script: %j is no class of a badge",
  (hostile) => {
    const shown = renderToStaticMarkup(createElement(StateBadge, { state: hostile, label: hostile, tone: hostile }));
    expect(shown).toMatch(/^<span class="badge badge-calm">[^<]*<\/span>$/);
  },
);
