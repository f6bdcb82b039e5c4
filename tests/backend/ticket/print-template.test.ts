/** Print templates: what one may say, what is printed by them, who prints again, and which blanks are used up. */
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { nextSerial, printTickets, ticketDetail } from "~/contract/ticket/issued";
import { printTemplate } from "~/contract/ticket/print-template";
import { ticketType } from "~/contract/ticket/ticket-type";
import { openTestBackend, type TestBackend } from "~tests/support/backend";
import { checkInvariants } from "~tests/support/invariants";
import { createPark, type TestPark } from "~tests/support/park";
import { race } from "~tests/support/race";

let backend: TestBackend;
let park: TestPark;

beforeEach(async () => {
  backend = await openTestBackend();
  park = await createPark(backend);
});
afterEach(async () => {
  await checkInvariants(backend);
  await backend.close();
});

const name = { kind: "field", field: "ticketTypeName", x: 5, y: 5, width: 60, height: 8, size: 14, bold: true };
const qr = { kind: "qr", x: 20, y: 20.5, width: 40, height: 40, bold: false };
const element = (fields: object) => ({
  ...{ field: null, text: null, picture: null, size: null, align: "left" },
  ...fields,
});
const template = (fields: object = {}) => ({
  ...{ name: "八十毫米", paper: "roll80", width: null, height: 120, serials: false, pictures: null },
  elements: [element(name), element(qr)],
  ...fields,
});
const save = (fields: object = {}, as = backend.admin) =>
  backend.call(printTemplate.methods.save, template(fields) as never, { as });
const saved = async (fields: object = {}) => ((await save(fields)).data as { id: number }).id;
const wrong = async (one: object, more: object = {}) => {
  const reply = await save({ elements: [element({ ...name, ...one })], ...more });
  return [reply.status, ...Object.keys(reply.errors ?? {})];
};
/** A type that is printed by it. */
const typeWith = (printTemplateId: number) => park.addType({ name: "票样票", printTemplateId });
const sellType = (ticketTypeId: number, quantity = 2) =>
  park.sell({ lines: [{ ticketTypeId, slot: "", quantity }], paymentType: "cash" });
const prints = async () => (await backend.sql<{ n: number }>("select count(*)::int as n from print_log"))[0]?.n;

describe("what a template may say", () => {
  it("has elements that lie on its paper and have what they are made of", async () => {
    expect((await save()).status).toBe(200);
    const at = (field: string) => [422, `elements.0.${field}`];
    expect(await wrong({ x: 30 }, { name: "b" })).toEqual(at("width"));
    expect(await wrong({ y: 118 }, { name: "b" })).toEqual(at("height"));
    expect(await wrong({ kind: "text" }, { name: "b" })).toEqual(at("text"));
    expect(await wrong({ field: null }, { name: "b" })).toEqual(at("field"));
    expect(await wrong({ kind: "image", picture: 1 }, { name: "b" })).toEqual(at("picture"));
    expect(await wrong({ kind: "barCode", field: "holder", height: 12 }, { name: "b" })).toEqual(at("field"));
    expect(await wrong({ kind: "qr", width: 8, height: 8 }, { name: "b" })).toEqual(at("height"));
    expect(await wrong({ width: 0 }, { name: "b" })).toEqual(at("width"));
    expect(await wrong({ kind: "script" }, { name: "b" })).toEqual(at("kind"));
    expect((await save({ name: "b", elements: [] })).status).toBe(422);
    const many = Array.from({ length: 41 }, (_, place) => element({ ...name, y: place }));
    expect((await save({ name: "b", elements: many })).status).toBe(422);
    expect((await save({ name: "b", paper: "own", width: 5, height: 1000 })).status).toBe(422);
    expect((await save({ name: "b", paper: "own", width: null })).status).toBe(422);
    expect(await backend.sql("select name from print_template")).toHaveLength(1);
  });

  it("takes pictures of its own corp alone", async () => {
    for (const pictures of ["https://elsewhere.example/x.png", "/images/0009/202611/aaaaaaaaaaaaaaaaaaaaaaaaaa.png"])
      expect((await save({ pictures })).status).toBe(422);
  });

  it("is named once, and stays while a type is printed by it", async () => {
    const id = await saved();
    expect((await save()).status).toBe(422);
    await typeWith(id);
    const removed = await backend.call(printTemplate.methods.remove, { id } as never);
    expect([removed.status, removed.message]).toEqual([409, expect.stringContaining("票样票")]);
  });
});

describe("printing", () => {
  it("a ticket is printed by the template of its type, and others as ever", async () => {
    const id = await saved();
    const { orderId } = await park.sell({
      lines: [
        { ticketTypeId: await typeWith(id), slot: "", quantity: 1 },
        { ticketTypeId: park.childId, slot: "", quantity: 1 },
      ],
    });
    const { data } = await backend.call(printTickets, { orderId });
    expect(data.tickets.map(({ templateId }) => templateId)).toEqual([id, null]);
    expect(data.templates).toEqual([
      { id, width: 80, height: 120, pictures: [], elements: [element(name), element(qr)] },
    ]);
    const plain = await backend.call(printTickets, { orderId, plain: true });
    expect([plain.data.templates, plain.data.tickets[0]?.templateId]).toEqual([[], null]);
  });

  it("a template that is suspended prints nothing more", async () => {
    const id = await saved();
    const { orderId } = await sellType(await typeWith(id));
    await backend.call(printTemplate.methods.suspend as never, { id } as never);
    expect((await backend.call(printTickets, { orderId })).data.templates).toEqual([]);
  });

  it("again takes a right of its own; without it what was never printed is", async () => {
    const { orderId } = await park.sell();
    const clerk = await backend.createUser({ grants: ["buyTktLog", "buyTktLog/sale:print", "buyTktLog/sale:viewAll"] });
    const print = () => backend.call(printTickets, { orderId }, { as: clerk.token });
    expect((await print()).data.tickets.map(({ prints }) => prints)).toEqual([1, 1]);
    const refused = await print();
    expect([refused.status, refused.message]).toEqual([403, "这些票已经打印过，补打需要“补打门票”权限"]);
    expect(await prints()).toBe(2);
    await backend.sql("delete from print_log where id = (select max(id) from print_log)");
    expect((await print()).data.tickets.map(({ prints }) => prints)).toEqual([1]);
    expect((await backend.call(printTickets, { orderId })).data.tickets.map(({ prints }) => prints)).toEqual([2, 2]);
  });

  it("two who press at once without that right print once", async () => {
    const { orderId } = await park.sell();
    const clerk = await backend.createUser({ grants: ["buyTktLog", "buyTktLog/sale:print", "buyTktLog/sale:viewAll"] });
    const all = await race(backend, 4, () => backend.call(printTickets, { orderId }, { as: clerk.token }));
    expect(all.map(({ status }) => status).sort()).toEqual([200, 403, 403, 403]);
    expect(await prints()).toBe(2);
  });

  it("another corp's order is not there, and its template cannot be named", async () => {
    await backend.sql("insert into corp (corp_code, name) values ('0009', '别家') on conflict do nothing");
    const other = await backend.createUser({
      corpCode: "0009",
      grants: ["buyTktList", "buyTktList/sale:print"],
    } as never);
    const { orderId } = await park.sell();
    expect((await backend.call(printTickets, { orderId }, { as: other.token })).status).toBe(404);
    expect((await backend.call(nextSerial, { orderId }, { as: other.token })).status).toBe(404);
    const id = await saved();
    const reply = await backend.call(printTemplate.methods.get, { id } as never, { as: other.token });
    expect([403, 404]).toContain(reply.status);
  });
});

describe("numbers of blanks", () => {
  it("are said where the stock has them, follow one another and are used once", async () => {
    const typeId = await typeWith(await saved({ serials: true }));
    const { orderId } = await sellType(typeId);
    const print = (serial?: string) => backend.call(printTickets, { orderId, ...(serial && { serial }) });
    expect((await backend.call(nextSerial, { orderId })).data).toEqual({ count: 2, next: "", rolls: [] });
    for (const [serial, said] of [
      ["", "请填写第一张票纸的编号"],
      ["A-B", "票纸编号由字母、数字和短横线组成，以数字结尾"],
      ["A99", "编号位数不够：从 A99 起排不下 2 张"],
    ] as const)
      expect((await print(serial)).errors).toEqual({ serial: [said] });
    expect(await prints()).toBe(0);
    const first = await print("a0099");
    expect(first.data.tickets.map(({ serial }) => serial)).toEqual(["A0099", "A0100"]);
    const again = await print("A0098");
    expect(again.errors).toEqual({ serial: [`票纸号 A0099 已用于票 ${first.data.tickets[0]?.ticketNo}`] });
    expect(await prints()).toBe(2);
    expect((await backend.call(nextSerial, { orderId })).data).toEqual({ count: 2, next: "A0101", rolls: [] });
    expect((await print("A0101")).data.tickets.map(({ prints, serial }) => [prints, serial])).toEqual([
      [2, "A0101"],
      [2, "A0102"],
    ]);
    const { data } = await backend.call(ticketDetail, { id: first.data.tickets[0]?.id ?? 0, logPage: 1 });
    const told = data.log.changes.map(({ event }) => event?.detail).filter(Boolean);
    expect(told).toEqual(expect.arrayContaining(["票纸号 A0101", "票纸号 A0099"]));
  });

  it("one blank is for one ticket, whoever presses at once", async () => {
    const typeId = await typeWith(await saved({ serials: true }));
    const orders = [await sellType(typeId, 1), await sellType(typeId, 1), await sellType(typeId, 1)];
    const all = await race(backend, 3, (place) =>
      backend.call(printTickets, { orderId: orders[place]?.orderId ?? 0, serial: "B1" }),
    );
    expect(all.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(all.every(({ status }) => [200, 409, 422].includes(status))).toBe(true);
    expect(await prints()).toBe(1);
  });

  it("are not asked for on plain paper", async () => {
    const typeId = await typeWith(await saved({ serials: true }));
    const { orderId } = await sellType(typeId);
    expect((await backend.call(printTickets, { orderId, plain: true })).status).toBe(200);
  });
});

it("a right to look is none to change", async () => {
  const reader = await backend.createUser({ grants: ["printTemplate"] });
  expect((await save({}, reader.token)).status).toBe(403);
  const { data } = await backend.call(ticketType.methods.list, {});
  expect(data.records.length).toBeGreaterThan(0);
});
