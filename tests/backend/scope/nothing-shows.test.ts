/** Where rows are named by text, or lie beside the tables with a park: nothing of another park shows there either. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type ExportMethod, exportPath } from "~/contract/export";
import { offlineOrder } from "~/contract/order/order-lists";
import { refund } from "~/contract/order/refund-list";
import { job } from "~/contract/platform/job-list";
import { listMemory, saveListFilter } from "~/contract/platform/list-memory";
import { audit, auditEntry } from "~/contract/platform/logs";
import { messageList } from "~/contract/platform/message";
import { online } from "~/contract/platform/online";
import { methods } from "~/contract/registry";
import { dataCentre } from "~/contract/report/data-centre";
import { choosePark } from "~/contract/ticket/chosen-park";
import { gate, pos } from "~/contract/ticket/gate";
import { park } from "~/contract/ticket/park";
import { ticketType } from "~/contract/ticket/ticket-type";
import { tokenHeader } from "~/contract/wire";
import { createWorker } from "~server/backend/jobs/worker";
import { allKinds } from "~server/backend/served";
import { openTestBackend, type TestBackend } from "~tests/support/backend";
import { fresh } from "~tests/support/park";
import { allRights, type FullPark, mark, twoParks } from "~tests/support/two-parks";
import { csv, importing } from "../imports/importing";

let backend: TestBackend;
let near: FullPark;
let other: FullPark;
/** Bound to the first park; bound to none. */
let as: string;
let free: string;
let codes: { park: string; group: string };
beforeAll(async () => {
  backend = await openTestBackend();
  ({ near, other } = await twoParks(backend));
  as = (await allRights(backend, [near.parkId])).token;
  free = (await allRights(backend)).token;
  const [row] = await backend.sql<{ park: string; group: string }>(
    `select p.code as park, g.code as "group" from park p join gate_group g on g.park_id = p.id where p.id = $1`,
    [other.parkId],
  );
  codes = row ?? { park: "", group: "" };
}, 300_000);
afterAll(() => backend.close());

const work = () => createWorker({ database: backend.database, kinds: allKinds, store: backend.store }).drain();
const named = () => [mark, other.orderNo, other.refundNo, other.ticketNo];

describe("an import of an account that is bound to a park", () => {
  const bring = (resource: typeof pos | typeof gate | typeof ticketType) => importing(backend, resource.imports);

  test("that names another park, by its name or its code, finds no such park", async () => {
    const heading = ["编码", "名称", "景区", "窗口", "打印机"];
    const rows = [`${mark}景区`, `${mark}青云山景区`, codes.park].map((place) => [
      fresh("P"),
      "一号机",
      place,
      "",
      "A4",
    ]);
    const [there] = await backend.sql<{ name: string }>("select name from park where id = $1", [other.parkId]);
    rows.push([fresh("P"), "一号机", there?.name ?? "", "", "A4"]);
    const { checked, run } = bring(pos);
    const view = await checked(csv([heading, ...rows]), "a.csv", as);
    expect([view.good, view.bad]).toEqual([0, rows.length]);
    for (const { errors } of view.page.records) expect(errors[0]?.message).toMatch(/^没有“/);
    expect((await run(view.id, "good", as)).status).toBe(409);
    // The same file of somebody who works in all parks names three that are there.
    const theirs = await bring(pos).checked(csv([heading, ...rows]), "a.csv", free);
    expect(theirs.good).toBe(3);
  });

  test("with the key of another park's row changes nothing, and tells nothing of it", async () => {
    const [there] = await backend.sql<{ code: string; name: string }>("select code, name from pos where id = $1", [
      other.posId,
    ]);
    const [mine] = await backend.sql<{ code: string }>("select code from park where id = $1", [near.parkId]);
    const { checked, run, work: drain } = bring(pos);
    const file = csv([
      ["编码", "名称", "景区", "打印机"],
      [there?.code ?? "", "改名", mine?.code ?? "", "A4"],
    ]);
    const view = await checked(file, "a.csv", as, "change");
    expect(JSON.stringify(view)).not.toContain(mark);
    await run(view.id, "good", as);
    await drain();
    expect(await backend.sql("select name, park_id::int as park from pos where code = $1", [there?.code])).toEqual([
      { name: there?.name, park: other.parkId },
    ]);
  });

  test("with a gate group of another park finds no such group", async () => {
    const [mine] = await backend.sql<{ code: string }>("select code from park where id = $1", [near.parkId]);
    const heading = ["编码", "名称", "景区", "闸机组", "方向"];
    const { checked } = bring(gate);
    const view = await checked(
      csv([heading, [fresh("G"), "北门", mine?.code ?? "", codes.group, "入口"]]),
      "a.csv",
      as,
    );
    expect([view.good, view.page.records[0]?.errors.map(({ column }) => column)]).toEqual([0, [3]]);
  });
});

async function fileOf(method: ExportMethod, asked: object, token: string): Promise<string> {
  const { data, message } = await backend.call(method, { format: "csv", ...asked } as never, { as: token });
  if (!data) throw new Error(message);
  await work();
  const answer = await backend.app.request(`${exportPath}?jobId=${data.jobId}`, { headers: { [tokenHeader]: token } });
  expect(answer.status).toBe(200);
  return answer.text();
}

describe("an export of an account that is bound to a park", () => {
  test("by the name, the number or the park of what lies outside finds nothing to export", async () => {
    const asked: [ExportMethod, object][] = [
      [park.methods.export, { filters: { name: mark } }],
      [gate.methods.export, { filters: { name: mark } }],
      [pos.methods.export, { filters: { parkId: String(other.parkId) } }],
      [ticketType.methods.export, { filters: { name: mark } }],
      [ticketType.methods.export, { ids: [other.adultId] }],
      [offlineOrder.methods.export, { filters: { orderNo: other.orderNo } }],
      [offlineOrder.methods.export, { ids: [other.orderId] }],
    ];
    for (const [method, how] of asked) {
      const what = `${method.name} ${JSON.stringify(how)}`;
      const mine = await backend.call(method, { format: "csv", ...how } as never, { as });
      expect([mine.status, mine.message], what).toEqual([409, "没有可导出的数据"]);
      expect((await fileOf(method, how, free)).trim().split("\n").length, what).toBeGreaterThan(1);
    }
  });

  test("whole has no name or number of the other park, in any list that can be exported", async () => {
    const exports = methods.filter(({ name }) => name.endsWith("Export")) as unknown as ExportMethod[];
    expect(exports.length).toBeGreaterThan(20);
    for (const method of exports) {
      const { data, status } = await backend.call(method, { format: "csv" } as never, { as });
      if (!data) {
        expect([403, 404, 409], method.name).toContain(status);
        continue;
      }
      await work();
      const answer = await backend.app.request(`${exportPath}?jobId=${data.jobId}`, { headers: { [tokenHeader]: as } });
      const file = answer.ok ? await answer.text() : "";
      expect(
        named().filter((name) => file.includes(name)),
        method.name,
      ).toEqual([]);
    }
  }, 240_000);
});

describe("lists of what was done and is under way", () => {
  const jobs = async (token: string) =>
    (await backend.call(job.methods.list, { pageSize: 100 } as never, { as: token })).data.records as { id: number }[];

  test("a bound account looks after the jobs alone that it asked for", async () => {
    const { data } = await backend.call(gate.methods.export, { format: "csv" } as never, { as: free });
    const mine = await backend.call(gate.methods.export, { format: "csv" } as never, { as });
    await work();
    expect((await jobs(free)).map(({ id }) => id)).toEqual(expect.arrayContaining([data.jobId, mine.data.jobId]));
    const seen = (await jobs(as)).map(({ id }) => id);
    expect(seen).toContain(mine.data.jobId);
    expect(seen).not.toContain(data.jobId);
    const [{ n } = { n: 0 }] = await backend.sql<{ n: number }>(
      "select count(*)::int as n from job where account_id = (select account_id from job where id = $1)",
      [mine.data.jobId],
    );
    const page = (await backend.call(job.methods.list, {}, { as })).data;
    expect([seen.length, page.count]).toEqual([Math.min(n, 100), n]);
    await backend.sql("update job set state = 'failed' where id = $1", [data.jobId]);
    const { get, cancel, retry, changes } = job.methods;
    for (const method of [get, cancel, retry, changes])
      expect((await backend.call(method, { id: data.jobId }, { as })).status, method.name).toBe(404);
    expect(await backend.sql("select state from job where id = $1", [data.jobId])).toEqual([{ state: "failed" }]);
    expect((await backend.call(retry, { id: data.jobId }, { as: free })).status).toBe(200);
    await work();
  });

  test("the trail has no entry of what lies outside, whatever wrote it", async () => {
    const entries = async (token: string) =>
      (await backend.call(audit.methods.list, { pageSize: 100 } as never, { as: token })).data;
    expect(JSON.stringify(await entries(free))).toContain(mark);
    const { records } = await entries(as);
    expect(JSON.stringify(records)).not.toContain(mark);
    for (const { id } of records) {
      const { data } = await backend.call(auditEntry, { id: Number(id) }, { as });
      expect(
        named().filter((name) => JSON.stringify(data).includes(name)),
        JSON.stringify(data),
      ).toEqual([]);
    }
  });

  test("who is signed in is shown, and not the park outside that they work in", async () => {
    expect((await backend.call(choosePark, { parkId: other.parkId }, { as: free })).status).toBe(200);
    expect(JSON.stringify((await backend.call(online.methods.list, {}, { as: backend.admin })).data)).toContain(mark);
    expect(JSON.stringify((await backend.call(online.methods.list, {}, { as })).data)).not.toContain(mark);
    await backend.call(choosePark, { parkId: 0 } as never, { as: free });
  });
});

test("figures of head office are those of the own park's orders", async () => {
  await backend.sql("update sys_param set param_option = 'T' where param_code = 'isSaasEdition'");
  const wall = async (token: string) => (await backend.call(dataCentre, {}, { as: token })).data;
  const [mine, all] = [await wall(as), await wall(backend.admin)];
  const sum = ({ days }: Awaited<ReturnType<typeof wall>>) => days.reduce((total, { sales }) => total + sales, 0);
  const [{ fen } = { fen: 0 }] = await backend.sql<{ fen: number }>(
    "select sum(p.amount)::int as fen from payment p join orders o on o.id = p.order_id where o.parks && array[$1::bigint] and p.amount > 0",
    [near.parkId],
  );
  expect(sum(mine)).toBe(fen);
  expect(sum(all)).toBeGreaterThan(fen);
});

test("messages are each account's own, and so are filters that were saved", async () => {
  const search = `?name=${encodeURIComponent(mark)}`;
  const kept = { list: "/ticket/gateList", name: "乙园", search };
  expect((await backend.call(saveListFilter, kept, { as: free })).success).toBe(true);
  expect((await backend.call(listMemory, { list: kept.list }, { as: free })).data.filters).toHaveLength(1);
  expect((await backend.call(listMemory, { list: kept.list }, { as })).data.filters).toEqual([]);
  expect(JSON.stringify((await backend.call(messageList, {}, { as })).data)).not.toContain(mark);
});

test("a list asked for by the number or name of what lies outside is empty, and so is its count", async () => {
  for (const [method, filters] of [
    [offlineOrder.methods.list, { orderNo: other.orderNo }],
    [refund.methods.list, { orderNo: other.orderNo }],
    [park.methods.list, { name: mark }],
    [gate.methods.list, { name: mark }],
  ] as const) {
    const { data } = await backend.call(method, { filters } as never, { as });
    expect([data.count, data.records], method.name).toEqual([0, []]);
  }
});
