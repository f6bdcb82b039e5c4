/** Head office's wall: load, alarms and the map of provinces, read anew in place with scripts and by loading anew without. */
import path from "node:path";
import { expect } from "vitest";
import { openDatabase } from "~server/backend/db/database";
import { expectAccessible } from "./accessible";
import { arrangeSaas } from "./saas";
import { inBothModes, inEnglish, runConsole, type Visitor } from "./support";

const running = runConsole({}, async (dataDir) => {
  await arrangeSaas(dataDir);
  const database = await openDatabase({ dataDir: path.resolve(dataDir) });
  await database.pool.query("update park set area_code = '330106' where corp_code = '0001'");
  await database.pool.query(
    `insert into park_capacity (corp_code, park_id, day_max, moment_max)
     select corp_code, id, case when id = (select min(id) from park) then 1 else 90000 end, 90000
     from park where corp_code = '0001'`,
  );
  await database.close();
});

interface Words {
  alarms: string;
  map: string;
  loads: string;
  full: RegExp;
  provinces: string;
  province: string;
}

async function look(visitor: Visitor, words: Words): Promise<void> {
  const { page, javaScript } = visitor;
  await visitor.signIn("admin");
  if (javaScript) await page.clock.install();
  await visitor.open("/datacenter");
  await page.getByRole("heading", { name: words.alarms }).waitFor();
  await page.locator(".wall-alarms li.notice-bad").getByText(words.full).waitFor();
  await page.getByRole("img", { name: words.map }).waitFor();
  expect(await page.locator(".province-map g").count()).toBe(34);
  await page.getByText(words.provinces).click();
  await page
    .getByRole("cell", { name: words.province })
    .or(page.getByRole("rowheader", { name: words.province }))
    .waitFor();
  await page.getByRole("heading", { name: words.loads }).waitFor();
  await page.locator("tr.load-full").first().waitFor();
  if (!javaScript) {
    expect(await page.locator('meta[http-equiv="refresh"]').getAttribute("content")).toBe("60");
    return;
  }
  await expectAccessible(page);
  await visitor.ready();
  await page.evaluate(() => Object.assign(window, { kept: true }));
  const again = page.waitForResponse((response) => response.url().includes("/datacenter") && response.ok());
  await page.clock.fastForward(31_000);
  await again;
  expect(await page.evaluate(() => "kept" in window)).toBe(true);
}

inBothModes(running, "the wall says how full parks are, what to look at, and where people come in", (visitor) =>
  look(visitor, {
    ...{ alarms: "告警", map: "各省今日入园", loads: "承载量", provinces: "各省数据", province: "浙江" },
    full: /今日 \d+ 人，为日最大承载量 1 的 \d+%/,
  }),
);
inEnglish(running, "the wall says how full parks are, what to look at, and where people come in", (visitor) =>
  look(visitor, {
    ...{ alarms: "Alarms", map: "Admitted today, by province", loads: "Capacity", provinces: "Figures by province" },
    ...{ province: "Zhejiang", full: /people today, \d+% of the day's maximum of 1/ },
  }),
);
