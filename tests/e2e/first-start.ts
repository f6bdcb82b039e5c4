/** A console with nothing in it, and somebody who has a keyboard and has never seen it. */
import { rmSync } from "node:fs";
import path from "node:path";
import type { Page } from "playwright";
import { expect } from "vitest";
import { openDatabase } from "~server/backend/db/database";
import { migrate } from "~server/backend/db/migrate";
import { seedFirstStart } from "~server/backend/first-start";
import { adminPassword } from "./prepare";
import { runConsole, type Visitor } from "./support";

/** Nothing but what a first start makes; its administrator has changed the first password already. */
export const firstStart = () =>
  runConsole({}, async (dataDir) => {
    rmSync(dataDir, { recursive: true, force: true });
    const database = await openDatabase({ dataDir: path.resolve(dataDir) });
    await migrate(database);
    await seedFirstStart(database, adminPassword, false);
    await database.close();
  });

/** The page has put the focus somewhere: a key pressed before goes nowhere. */
export async function settled(page: Page): Promise<void> {
  await expect.poll(() => page.evaluate(() => document.activeElement !== document.body)).toBe(true);
}

/** Counts what is pressed and typed. */
export function keyboardOf({ page, ready }: Visitor) {
  let presses = 0;
  let letters = 0;
  return {
    /** Enter where the page has put the focus, until the next page is there. */
    async enter(next: RegExp) {
      await settled(page);
      presses += 1;
      await Promise.all([page.waitForURL(next), page.keyboard.press("Enter")]);
      await ready();
    },
    /** Enter where the same page answers: with these words. */
    async enterHere(words: string | RegExp) {
      await settled(page);
      presses += 1;
      await Promise.all([page.getByText(words).first().waitFor(), page.keyboard.press("Enter")]);
      await ready();
    },
    async type(text: string) {
      letters += text.length;
      await page.keyboard.insertText(text);
    },
    count: () => ({ presses, letters }),
  };
}
