import { expect, test } from "vitest";
import { whenQuiet } from "~/line/when-quiet.server";

const page = [
  '<html><head></head><body><p>&lt;/body></p><link rel="modulepreload" href="/assets/a.js"/>',
  '<script type="application/json" id="state">{}</script>',
  '<script nonce="n" fetchpriority="low" type="module" async="">import "/assets/manifest.js";\nimport("/assets/entry.js");</script></body></html>',
].join("");

test("nothing of a page's program loads before the script at its end lets it", () => {
  const html = whenQuiet(page, "n");
  expect(html).toContain('<link data-part href="/assets/a.js"/>');
  expect(html).toContain('<script nonce="n" fetchpriority="low" type="text/plain">import "/assets/manifest.js";');
  expect(html).not.toMatch(/modulepreload" href|type="module"/);
  expect(html).toMatch(
    /<script nonce="n" async fetchpriority="low" src="[^"]*start[^"]*\.js"><\/script><\/body><\/html>$/,
  );
});

test("a page without scripts stays as it is", () => {
  const lite = "<html><body><p>import</p></body></html>";
  expect(whenQuiet(lite, "n")).toBe(lite);
});
