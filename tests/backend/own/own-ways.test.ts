/** Own fields by every way: an order's page, exports, imports; two at once; another tenant; a role without the right. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { exportPath } from "~/contract/export";
import { uploadPaths } from "~/contract/files";
import { orderDetail } from "~/contract/order/order";
import { offlineOrder } from "~/contract/order/order-lists";
import { orderOwn, orderOwnSave } from "~/contract/order/own";
import { ownField } from "~/contract/own/own-field";
import { park as parkResource } from "~/contract/ticket/park";
import { tokenHeader } from "~/contract/wire";
import { createWorker } from "~server/backend/jobs/worker";
import { allKinds } from "~server/backend/served";
import { openTestBackend, type TestBackend } from "~tests/support/backend";
import { changed, digests } from "~tests/support/digests";
import { checkInvariants } from "~tests/support/invariants";
import { createPark, fresh } from "~tests/support/park";
import { race, raceIsReal } from "~tests/support/race";
import { readXls } from "~tests/support/read-xls";
import { send } from "../files/uploading";
import { importing, xlsx } from "../imports/importing";

let backend: TestBackend;
let orderId = 0;
const base = { kind: "text", place: 100, inList: true, inFilter: true, required: false };
const declare = (fields: object) => backend.saved(ownField.methods.save, { ...base, ...fields });
beforeAll(async () => {
  backend = await openTestBackend();
  const park = await createPark(backend);
  orderId = (await park.sell()).orderId;
  await declare({ noun: "order", code: "coach", name: "车牌" });
  await declare({ noun: "order", code: "heads", name: "车上人数", kind: "number", least: 1, most: 60 });
  await declare({ noun: "order", code: "paper", name: "确认函", kind: "file" });
  await declare({ noun: "park", code: "grade", name: "评级" });
  await declare({
    ...{ noun: "park", code: "lake", name: "湖区", kind: "choice" },
    choices: [
      { value: "east", label: "东湖", off: false },
      { value: "west", label: "西湖", off: false },
    ],
  });
});
afterAll(async () => {
  await checkInvariants(backend);
  await backend.close();
});

const fill = (own: object, as = backend.admin, more: object = {}) =>
  backend.call(orderOwnSave, { id: orderId, own, ...more } as never, { as });
const filled = async () => (await backend.call(orderOwn, { id: orderId })).data;

test("an order says them on its page, in its list and on its time line; what it does not say stays", async () => {
  expect((await fill({ coach: "沪A12345", heads: 40 })).message).toBe("");
  expect((await fill({ heads: 41 })).message).toBe("");
  const { data } = await backend.call(orderDetail, { id: orderId, logPage: 1 });
  expect(data.ownValues).toEqual({ coach: "沪A12345", heads: 41 });
  expect(data.log.changes[0]?.fields).toEqual([{ field: "own_heads", before: 40, after: 41 }]);
  const found = await backend.call(offlineOrder.methods.list, { filters: { own_coach: "A123", own_heads: "41~41" } });
  expect(found.data.records.map((row) => [Number(row.id), row.own])).toEqual([
    [orderId, { coach: "沪A12345", heads: 41 }],
  ]);
  expect((await backend.call(offlineOrder.methods.list, { filters: { own_heads: "42~" } })).data.count).toBe(0);
});

test("what is refused writes nothing: wrong values, an old page, another tenant, a role without the right", async () => {
  const { rowVersion } = await filled();
  expect((await fill({ heads: 20 })).message).toBe("");
  const rival = await backend.createCorp(fresh("T").replaceAll("-", ""));
  const { token } = await backend.createUser({ grants: ["offlineOrderList"] });
  const before = await digests(backend);
  expect((await fill({ heads: 61 })).errors).toHaveProperty("own_heads");
  expect((await fill({ nothing: 1 })).errors).toHaveProperty("own_nothing");
  expect((await fill({ heads: 21 }, backend.admin, { rowVersion })).status).toBe(409);
  expect((await fill({ heads: 21 }, rival)).status).toBe(404);
  expect((await fill({ heads: 21 }, token)).status).toBe(403);
  expect(changed(before, await digests(backend))).toEqual([]);
  expect((await backend.call(orderOwn, { id: orderId }, { as: token })).data.values).toMatchObject({ heads: 20 });
  expect((await backend.call(orderOwn, { id: orderId }, { as: rival })).status).toBe(404);
});

test("a file that somebody else sent, or none, is no value; one's own is kept and read by who has the list", async () => {
  const bytes = Buffer.from("%PDF-1.4\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\n%%EOF\n");
  const sent = await send(backend, uploadPaths.temporary, [{ bytes, name: "确认函.pdf" }], {
    as: backend.admin,
    fields: { accept: "file" },
  });
  expect(sent.message).toBe("");
  const path = String(sent.data);
  const { token } = await backend.createUser({ grants: ["offlineOrderList", "offlineOrderList/order:own"] });
  expect((await fill({ paper: path }, token)).status).toBe(422);
  expect((await fill({ paper: path })).message).toBe("");
  expect((await filled()).options.own_paper).toEqual([{ value: path, label: "确认函.pdf" }]);
  expect((await fill({ paper: "/nowhere/else.pdf" })).status).toBe(422);
});

test.runIf(raceIsReal)("two who fill in different fields at once both have theirs kept", async () => {
  await race(backend, 2, (person) => fill(person === 0 ? { coach: "京B00001" } : { heads: 33 }));
  expect((await filled()).values).toMatchObject({ coach: "京B00001", heads: 33 });
});

test.runIf(raceIsReal)("the same without the lock on the order loses what one of them wrote", async () => {
  await fill({ coach: "京B00002", heads: 10 });
  let looked = 0;
  const press = async (own: object) => {
    const client = await backend.database.pool.connect();
    try {
      await client.query("begin");
      const { rows } = await client.query("select own from orders where corp_code = '0001' and id = $1", [orderId]);
      looked += 1;
      while (looked < 2) await client.query("select pg_sleep(0.01)");
      const whole = JSON.stringify({ ...rows[0].own, ...own });
      await client.query("update orders set own = $2 where corp_code = '0001' and id = $1", [orderId, whole]);
      await client.query("commit");
    } finally {
      client.release();
    }
  };
  await Promise.all([press({ coach: "京B00003" }), press({ heads: 11 })]);
  const { values } = await filled();
  expect([values.coach === "京B00003", values.heads === 11].filter(Boolean)).toHaveLength(1);
});

test.runIf(raceIsReal)("of two who fill in what both have read one is told that it is another now", async () => {
  const { rowVersion } = await filled();
  const told = await race(backend, 2, (person) => fill({ heads: 50 + person }, backend.admin, { rowVersion }));
  expect(told.map(({ status }) => status).sort()).toEqual([200, 409]);
});

test("a file of the list has a column for each, with choices by their names", async () => {
  const code = fresh("L").replace(/[^A-Za-z0-9]/g, "");
  const made = { code, name: code, parentId: null, capacity: null, own: { grade: "五A", lake: "west" } };
  expect((await backend.call(parkResource.methods.save, made as never)).message).toBe("");
  const asked = { format: "xls", filters: { own_lake: "west" } };
  const { data } = await backend.call(parkResource.methods.export, asked as never);
  await createWorker({ database: backend.database, kinds: allKinds }).drain();
  const answer = await backend.app.request(`${exportPath}?jobId=${data.jobId}`, {
    headers: { [tokenHeader]: backend.admin },
  });
  const [sheet] = readXls(Buffer.from(await answer.arrayBuffer()));
  const rows = sheet?.rows.map((cells) => cells.map((cell) => cell?.value)) ?? [];
  expect(rows[0]?.slice(-2)).toEqual(["评级", "湖区"]);
  expect(rows.slice(1).map((cells) => cells.slice(-2))).toEqual([["五A", "西湖"]]);
});

test("a file brings them in, for new rows and for rows that are there, and takes them back", async () => {
  const by = importing(backend, parkResource.imports);
  const [a, b] = [fresh("I"), fresh("I")].map((one) => one.replace(/[^A-Za-z0-9]/g, "")) as [string, string];
  const head = ["编码", "名称", "评级", "湖区"];
  const wrong = await by.checked(await xlsx([head, [a, a, "四A", "东湖"], [b, b, "四A", "南湖"]]));
  expect(wrong.page.records.map(({ errors }) => errors.map(({ message }) => message))).toEqual([
    [],
    ["请选择列表中的选项"],
  ]);
  expect([wrong.good, wrong.bad]).toEqual([1, 1]);
  expect((await by.run(wrong.id, "good")).message).toBe("");
  await by.work();
  const own = async () => {
    const { data } = await backend.call(parkResource.methods.list, { filters: { code: a } });
    return data.records[0]?.own;
  };
  expect(await own()).toEqual({ grade: "四A", lake: "east" });
  const later = await by.checked(await xlsx([head, [a, a, "", "西湖"]]), "数据.xlsx", backend.admin, "change");
  expect(later.page.records[0]?.changes).toEqual([{ column: 3, field: "own_lake", before: "east", after: "west" }]);
  await by.run(later.id, "all");
  await by.work();
  expect(await own()).toEqual({ grade: "四A", lake: "west" });
  await by.undo(later.id);
  await by.work();
  expect(await own()).toEqual({ grade: "四A", lake: "east" });
});
