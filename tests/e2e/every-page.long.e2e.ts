/**
 * Every page in both languages and colour schemes (the shell's in all four pairs): nothing grave for axe, nothing wider
 * than the screen, no complaint of the browser.
 */
import { expect } from "vitest";
import { graveFindings } from "./accessible";
import { engineTwins, pages, pagesOutside, shellPages } from "./pages";
import { longJourneyOf, runConsole, type Visitor } from "./support";

const running = runConsole();

const half = (at: number) => engineTwins.filter((_, index) => index % 2 === at);
const looks = [
  { locale: "zh-CN", colorScheme: "light", width: 1440, paths: [...shellPages, ...pages, ...half(0)] },
  { locale: "en-GB", colorScheme: "dark", width: 390, paths: [...shellPages, ...pages, ...half(1)] },
  { locale: "zh-CN", colorScheme: "dark", width: 1024, paths: shellPages },
  { locale: "en-GB", colorScheme: "light", width: 1440, paths: shellPages },
] as const;
const widths = [390, 1024, 1440];
/** Windows at once: while one loads, another is looked at. */
const windows = 3;

for (const { locale, colorScheme, width, paths } of looks) {
  longJourneyOf(
    running,
    `every page: ${locale}, ${colorScheme}, ${width}`,
    async (visitor) => {
      const problems: string[] = [];
      for (const path of pagesOutside) problems.push(...(await problemsOf(visitor, path, width)));
      await visitor.signIn("admin");
      const storageState = await visitor.page.context().storageState();
      const more = Array.from({ length: windows - 1 }, () => visitor.another({ storageState }));
      const menu = await idOfMenu(visitor);
      const waiting = paths.map((path) => path.replace("{menu}", menu));
      const work = async (one: Visitor) => {
        // Asked for on purpose.
        one.expectProblem(/^500 .*\/500$/);
        for (let path = waiting.shift(); path !== undefined; path = waiting.shift())
          problems.push(...(await problemsOf(one, path, width)));
      };
      await Promise.all([visitor, ...(await Promise.all(more))].map(work));
      expect(problems).toEqual([]);
    },
    { locale, colorScheme, viewport: { width, height: 900 } },
  );
}

/** Ids of entries are drawn from a sequence. */
async function idOfMenu({ page, open }: Visitor): Promise<string> {
  await open("/application/menuManage");
  const found = /\/application\/menuManage\/(\d+)/.exec(await page.content());
  if (!found?.[1]) throw new Error("the list of menus leads to no entry");
  return found[1];
}

async function problemsOf({ page, open }: Visitor, path: string, width: number): Promise<string[]> {
  await open(path);
  const found = await graveFindings(page);
  if ((await page.locator("h1").count()) === 0) found.push("has no heading");
  for (const wide of [width, ...widths.filter((other) => other !== width)]) {
    if (wide !== width) await page.setViewportSize({ width: wide, height: 900 });
    const beyond = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    if (beyond > 0) found.push(`is ${beyond} wider than a screen of ${wide}`);
  }
  await page.setViewportSize({ width, height: 900 });
  return found.map((problem) => `${path} ${problem}`);
}
