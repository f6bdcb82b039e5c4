/** The preview of a season's price list says what agencies pay today and what each line makes of it. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { pricePolicySave } from "~/contract/ticket/price";
import { travelPriceGroup } from "~/contract/travel/price-group";
import { tradePrice } from "~/contract/travel/trade-price";
import { csv, importing } from "~tests/backend/imports/importing";
import { openTestBackend, type TestBackend } from "~tests/support/backend";
import { createPark, fresh, friday, today } from "~tests/support/park";
import { agencyInUse } from "./sales-support";

let backend: TestBackend;
let type = { id: 0, code: "", list: "" };
let group = { id: 0, code: "" };
beforeAll(async () => {
  backend = await openTestBackend();
  backend.setNow(friday);
  const park = await createPark(backend);
  const [found] = await backend.sql<{ code: string; list: number }>(
    "select code, list_price::int as list from ticket_type where id = $1",
    [park.adultId],
  );
  type = { id: park.adultId, code: found?.code ?? "", list: ((found?.list ?? 0) / 100).toFixed(2) };
  group = { id: 0, code: fresh("G") };
  group.id = await backend.saved(travelPriceGroup.methods.save, { code: group.code, name: fresh("A 类社") });
});
afterAll(() => backend.close());

const names = [
  "code",
  "ticketTypeId",
  "layer",
  "priceGroupId",
  "agencyId",
  "startDay",
  "endDay",
  "days",
  "holidays",
  "price",
] as const;
const heads = names.map((name) => tradePrice.fields[name].label());
const line = (price: string, fields: Partial<Record<(typeof names)[number], string>> = {}) => {
  const all = {
    ...{ code: fresh("S"), ticketTypeId: type.code, layer: "group", priceGroupId: group.code, agencyId: "" },
    ...{ startDay: today, endDay: "2099-12-31", days: "all", holidays: "any", price },
    ...fields,
  };
  return names.map((name) => all[name]);
};
const hand = () => importing(backend, tradePrice.imports);
async function effects(lines: string[][], existing: "refuse" | "change" = "refuse") {
  const view = await hand().checked(csv([heads, ...lines]), "season.csv", backend.admin, existing);
  expect(view.page.records.flatMap(({ errors }) => errors)).toEqual([]);
  return { view, says: view.page.records.map(({ effect }) => effect) };
}

test("against the list price, then against what is in force: dearer, cheaper, the same, past, and other days", async () => {
  const first = await effects([line("10.00")]);
  expect(first.says).toEqual([expect.stringContaining(`现价 ¥${type.list} → ¥10.00`)]);
  expect((await hand().run(first.view.id, "all")).success).toBe(true);
  await hand().work();
  expect((await hand().view(first.view.id)).page.records.map(({ effect }) => effect)).toEqual([""]);
  const { says } = await effects([
    line("12.50"),
    line("9.00"),
    line("10.00"),
    line("1.00", { startDay: "2020-01-01", endDay: "2020-12-31" }),
    line("1.00", { days: "weekends", endDay: today }),
  ]);
  expect(says).toEqual([
    `${today} 起：现价 ¥10.00 → ¥12.50（涨 ¥2.50）`,
    `${today} 起：现价 ¥10.00 → ¥9.00（降 ¥1.00）`,
    `${today} 起：仍为 ¥10.00`,
    "日期已过，不改变售价",
    "起始 7 天内不生效，未与现价比较",
  ]);
});

test("an agency's exception is compared with what its group pays, and a price that wins over the line is named", async () => {
  const agencyId = await agencyInUse(backend, { priceGroupId: group.id });
  const [agency] = await backend.sql<{ code: string }>("select code from travel_agency where id = $1", [agencyId]);
  const own = { layer: "agency", priceGroupId: "", agencyId: agency?.code ?? "" };
  expect((await effects([line("8.00", own)])).says).toEqual([`${today} 起：现价 ¥10.00 → ¥8.00（降 ¥2.00）`]);
  const code = fresh("STRONG");
  await backend.saved(tradePrice.methods.save, {
    ...{ code, ticketTypeId: type.id, layer: "agency", agencyType: null, priceGroupId: null, agencyId, channel: null },
    ...{ startDay: today, endDay: "2099-12-31", days: "all", holidays: "any", price: 700, priority: 50, remark: null },
  });
  expect((await effects([line("8.00", own)])).says).toEqual([`${today} 起仍为 ¥7.00：“${code}”优先于本行`]);
});

test("a line that changes a price is compared with that price in force, and a policy for everybody counts", async () => {
  const { data } = await backend.call(pricePolicySave, {
    ...{ name: "旅行社政策", ticketTypeId: type.id, channel: "any", customerGroup: "agency", startDay: "2098-01-01" },
    ...{ endDay: "2098-12-31", weekdays: "TTTTTTT", holidays: "any", slot: "", price: 7_777, priority: 1 },
  });
  expect(data.id).toBeGreaterThan(0);
  const other = { code: fresh("G"), name: fresh("B 类社") };
  await backend.saved(travelPriceGroup.methods.save, other);
  const season = { priceGroupId: other.code, startDay: "2098-01-01" };
  const made = line("60.00", season);
  const first = await effects([made]);
  expect(first.says).toEqual(["2098-01-01 起：现价 ¥77.77 → ¥60.00（降 ¥17.77）"]);
  await hand().run(first.view.id, "all");
  await hand().work();
  const changed = await effects([line("65.00", { ...season, code: String(made[0]) })], "change");
  expect(changed.view.changing).toBe(1);
  expect(changed.says).toEqual(["2098-01-01 起：现价 ¥60.00 → ¥65.00（涨 ¥5.00）"]);
});
