/** Every page in both languages and colour schemes: nothing grave for axe, nothing wider than the screen, no complaint of the browser. */
import { expect } from "vitest";
import { expectAccessible } from "./accessible";
import { pages } from "./pages";
import { journeyOf, runConsole } from "./support";

const running = runConsole();

const looks = [
  { title: "zh-CN, light, 1440", locale: "zh-CN", colorScheme: "light", viewport: { width: 1440, height: 900 } },
  { title: "en, dark, 1024", locale: "en-GB", colorScheme: "dark", viewport: { width: 1024, height: 768 } },
  { title: "en, light, 390", locale: "en-GB", colorScheme: "light", viewport: { width: 390, height: 844 } },
] as const;

for (const { title, ...look } of looks) {
  journeyOf(
    running,
    `every page: ${title}`,
    async ({ page, signIn, open }) => {
      await signIn("admin");
      for (const path of pages) {
        await open(path);
        expect(await page.locator("h1").count(), path).toBeGreaterThan(0);
        await expectAccessible(page);
        const beyond = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
        expect(beyond, `${path} is wider than the screen`).toBeLessThanOrEqual(0);
      }
    },
    { ...look, bypassCSP: true },
  );
}
