/** How many calls of the dispatch API a page costs beside the guard's, counted for every page there is. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { getSysParamBySaaS } from "~/contract/platform/parameter";
import { currentUser } from "~/contract/platform/session";
import { seedDemo } from "~server/backend/demonstration";
import { pageFunctions } from "./page-functions";
import { openWholeConsole } from "./whole-console";

let whole: Awaited<ReturnType<typeof openWholeConsole>>;
beforeAll(async () => {
  whole = await openWholeConsole();
  // So that there is a first row of most nouns.
  await seedDemo(whole.backend.database);
}, 300_000);
afterAll(() => whole?.close());

const headers = { "sec-fetch-dest": "document", "sec-fetch-mode": "navigate" };
const address = (path: string) => path.replaceAll(/:\w+/g, "1");
/** What is kept between pages for some seconds is asked for again by a test that takes minutes. */
const notCounted: string[] = [currentUser.name, getSysParamBySaaS.name];
const besideTheGuard = () => whole.called().filter(({ name }) => !notCounted.includes(name));

test("a page costs at most two calls beside the guard's", { timeout: 600_000 }, async () => {
  const dear: string[] = [];
  let asked = 0;
  // Parameters, the name of the product and areas are kept between pages.
  for (const path of ["/index", "/manage/parkList/1/edit"]) await whole.ask(path, { headers });
  whole.called();
  for (const path of pageFunctions.keys()) {
    await whole.ask(address(path), { headers });
    const calls = besideTheGuard();
    asked += calls.reduce((sum, { holds }) => sum + holds.length, 0);
    if (calls.length > 2) dear.push(`${path}: ${calls.map(({ name, holds }) => `${name} ${holds}`).join("; ")}`);
  }
  expect(dear).toEqual([]);
  // The control: without trips that hold several, pages ask more than that.
  expect(asked / pageFunctions.size).toBeGreaterThan(2);
});
