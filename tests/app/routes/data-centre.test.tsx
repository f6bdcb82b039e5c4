/** The wall's page: what stands in it for whom. */
import { expect, test } from "vitest";
import { wallView } from "~/screens/report/data-centre.server";
import { account, fakeContext } from "../shell/fake-context";

const day = (name: string, sales: number) => ({ day: name, sales, refunds: 0, payments: 1, admissions: 2 });
const answers = {
  dataCentre: {
    day: "2026-11-20",
    days: [day("2026-11-19", 5_000), day("2026-11-20", 10_050)],
    corps: [{ corpCode: "0001", name: "总部", sales: 10_050, refunds: 0, payments: 1, admissions: 2 }],
    loads: [
      { corp: "总部", park: "云山", people: 90, dayMax: 100, inside: null, momentMax: 50, level: "near" },
      { corp: "租户", park: "碧湖", people: 3, dayMax: 100, inside: 2, momentMax: 50, level: "calm" },
    ],
    alarms: [{ corp: "总部", says: "云山今日 90 人", bad: false }],
    provinces: [
      { province: "33", parks: 2, admissions: 80 },
      { province: "", parks: 1, admissions: 1 },
    ],
  },
};
const saas = { isSaasEdition: "T" };

test("2.1c without a session it asks to sign in, and asks the backend nothing", async () => {
  const { context, seen } = fakeContext({ answers, parameters: saas });
  expect(await wallView(context)).toMatchObject({ status: 401, signIn: true, figures: null });
  expect(seen.calls).toEqual([]);
});

test("6f a tenant, and head office alone, see no figures", async () => {
  const tenant = fakeContext({ answers, parameters: saas, user: { ...account(), corpCode: "2001" } });
  const single = fakeContext({ answers, user: account() });
  for (const { context, seen } of [tenant, single]) {
    expect(await wallView(context)).toMatchObject({ status: 403, figures: null });
    expect(seen.calls).toEqual([]);
  }
});

test("2.1c head office of the SaaS edition sees today, the days and the tenants", async () => {
  const { context } = fakeContext({ answers, parameters: saas, user: account() });
  const { figures } = await wallView(context);
  expect(figures?.today.map(([, value]) => value)).toEqual(["¥100.50", "¥0.00", "1", "2"]);
  expect(figures?.days.map(({ share }) => Math.round(share * 100))).toEqual([50, 100]);
  expect(figures?.corps).toEqual([["总部", "100.50", "0.00", "1", "2"]]);
});

test("16 head office sees how full parks are, alarms, and the provinces on a map with their table", async () => {
  const { context, seen } = fakeContext({ answers, parameters: saas, user: account() });
  const more = (await wallView(context)).figures?.more;
  expect(seen.calls).toMatchObject([{ method: "dataCentre", payload: { more: true } }]);
  expect(more?.loads.map(({ name, cells, level }) => [name, ...cells, level])).toEqual([
    ["云山 · 总部", "90 / 100", "未统计", "near"],
    ["碧湖 · 租户", "3 / 100", "2 / 50", "calm"],
  ]);
  expect(more?.alarms).toEqual([{ corp: "总部", says: "云山今日 90 人", bad: false }]);
  expect(more?.map).toHaveLength(34);
  expect(new Set(more?.map.map(({ column, row }) => `${column} ${row}`)).size).toBe(34);
  expect(more?.map.filter(({ level }) => level > 0)).toMatchObject([{ short: "浙", figure: "80", level: 4 }]);
  expect(more?.provinces).toEqual([
    ["浙江", "2", "80"],
    ["未设置地区", "1", "1"],
  ]);
});
