/** Fields that a house has added: applications fill in those of orders that are open to them, and read them back. */
import { afterAll, beforeAll, expect, it } from "vitest";
import { ownField } from "~/contract/own/own-field";
import { openTestBackend, type TestBackend } from "~tests/support/backend";
import { changed, digests } from "~tests/support/digests";
import { createPark, type TestPark, today } from "~tests/support/park";
import { ask, createPartner, orderOf, type Partner } from "./partner";

let backend: TestBackend;
let park: TestPark;
let partner: Partner;
beforeAll(async () => {
  backend = await openTestBackend();
  park = await createPark(backend);
  partner = await createPartner(backend);
});
afterAll(() => backend.close());

const base = { noun: "order", kind: "text", place: 100, inList: true, inFilter: false, required: false, inOpen: true };
const declare = (fields: object) => backend.saved(ownField.methods.save, { ...base, ...fields });
const place = (fields: Record<string, unknown> = {}) =>
  ask(backend, partner, "POST", "/orders", orderOf(park.adultId, today, fields));
const query = (outerNo: string) => ask(backend, partner, "GET", `/orders/${outerNo}`);

it("where the house has added nothing, nothing is taken, and an order says nothing", async () => {
  const made = await place();
  expect([made.status, made.data.own]).toEqual([200, {}]);
  const refused = await place({ own: { plate: "浙A1" } });
  expect([refused.status, Object.keys(refused.errors ?? {})]).toEqual([422, ["own.plate"]]);
  expect((await ask(backend, partner, "GET", "/fields")).data).toEqual({ order: [], ticketType: [] });
});

it("those that are open are told with kinds, bounds and choices; the others are nobody's outside", async () => {
  await declare({ code: "plate", name: "车牌", letters: 8, personal: true });
  await declare({ code: "bags", name: "行李", kind: "number", least: 0, most: 9 });
  await declare({ code: "arrives", name: "到达日", kind: "date" });
  await declare({
    ...{ code: "pickup", name: "接站点", kind: "choice" },
    choices: [
      { value: "north", label: "北站", off: false },
      { value: "south", label: "南站", off: true },
    ],
  });
  await declare({ code: "inner", name: "内部备注", inOpen: false, required: true });
  await declare({ noun: "ticketType", code: "audio", name: "讲解", letters: 20 });
  const file = await backend.call(ownField.methods.save, {
    ...base,
    code: "scan",
    name: "扫描",
    kind: "file",
  } as never);
  expect([file.status, Object.keys(file.errors ?? {})]).toEqual([422, ["inOpen"]]);
  const { data } = await ask(backend, partner, "GET", "/fields");
  expect(data.order.map(({ code, kind }: { code: string; kind: string }) => [code, kind])).toEqual([
    ["plate", "text"],
    ["bags", "number"],
    ["arrives", "date"],
    ["pickup", "choice"],
  ]);
  expect(data.order[3].choices).toEqual([{ value: "north", label: "北站" }]);
  expect([data.order[0].max, data.order[1].least, data.order[1].most]).toEqual([8, 0, 9]);
  expect(data.ticketType.map(({ code }: { code: string }) => code)).toEqual(["audio"]);
});

it("an order keeps what it was given, answers it again, and masks what is personal", async () => {
  const own = { plate: "浙A12345", bags: 2, arrives: "2026-12-01", pickup: "north" };
  const made = await place({ own });
  expect(made.message).toBe("");
  expect(made.data.own).toMatchObject({ bags: 2, arrives: "2026-12-01", pickup: "north" });
  expect(made.data.own.plate).not.toBe(own.plate);
  const { outerNo, orderNo } = made.data;
  expect((await query(outerNo)).data.own).toEqual(made.data.own);
  const kept = async () => (await backend.sql("select own from orders where order_no = $1", [orderNo]))[0];
  expect(await kept()).toEqual({ own });
  // What staff notes beside it is not told.
  await backend.sql('update orders set own = own || \'{"inner": "VIP"}\' where order_no = $1', [orderNo]);
  expect((await query(outerNo)).data.own).toEqual(made.data.own);
  // The same again is the same order; with other values it is another request.
  const body = orderOf(park.adultId, today, { own, outerNo });
  expect((await ask(backend, partner, "POST", "/orders", body)).data.orderNo).toBe(orderNo);
  const other = await ask(backend, partner, "POST", "/orders", { ...body, own: { ...own, bags: 3 } });
  expect(other.status).toBe(409);
});

it("what a field does not take is refused by its name, and nothing is held", async () => {
  const before = await digests(backend, { except: ["session"] });
  const wrong: [object, string][] = [
    [{ plate: "浙A1234567" }, "own.plate"],
    [{ plate: 7 }, "own.plate"],
    [{ bags: 10 }, "own.bags"],
    [{ bags: "many" }, "own.bags"],
    [{ arrives: "1.12.2026" }, "own.arrives"],
    [{ pickup: "south" }, "own.pickup"],
    [{ pickup: "west" }, "own.pickup"],
    [{ inner: "x" }, "own.inner"],
    [{ nothing: "x" }, "own.nothing"],
    [{ audio: "x" }, "own.audio"],
  ];
  for (const [own, field] of wrong) {
    const { status, errors } = await place({ own });
    expect([status, Object.keys(errors ?? {})], JSON.stringify(own)).toEqual([422, [field]]);
  }
  expect((await place({ own: { plate: ["a"] } })).status).toBe(422);
  const after = changed(before, await digests(backend, { except: ["session"] }));
  expect(after.filter((table) => ["orders", "open_order", "ticket", "quota_day"].includes(table))).toEqual([]);
});

it("one that is required must be there, until it is withdrawn; withdrawn it is unknown", async () => {
  const id = await declare({ code: "coach", name: "车次", required: true });
  const missing = await place({ own: { bags: 1 } });
  expect([missing.status, Object.keys(missing.errors ?? {})]).toEqual([422, ["own.coach"]]);
  expect((await place()).status).toBe(422);
  expect((await place({ own: { coach: "G7301" } })).data.own).toEqual({ coach: "G7301" });
  await backend.call(ownField.methods.suspend, { id });
  const withdrawn = await place({ own: { coach: "G7301" } });
  expect([withdrawn.status, Object.keys(withdrawn.errors ?? {})]).toEqual([422, ["own.coach"]]);
  expect((await place()).status).toBe(200);
});

it("products say what their ticket types have", async () => {
  await backend.sql('update ticket_type set own = \'{"audio": "中英文", "secret": "x"}\' where id = $1', [
    park.adultId,
  ]);
  const answer = await ask(backend, partner, "GET", `/products?visitDay=${today}`);
  const one = answer.data.products.find(({ ticketTypeId }: { ticketTypeId: number }) => ticketTypeId === park.adultId);
  expect(one.own).toEqual({ audio: "中英文" });
});
