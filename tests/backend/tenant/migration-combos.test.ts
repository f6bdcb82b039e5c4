/** Combos handed over to another tenant: header, parts and ticket types as one; conflicts told, and taken back until somebody buys. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { dataMigration } from "~/contract/tenant/migration";
import { combo } from "~/contract/ticket/combo";
import { park } from "~/contract/ticket/park";
import { ticketType } from "~/contract/ticket/ticket-type";
import { openTestBackend, type TestBackend } from "~tests/support/backend";
import { changed, digests } from "~tests/support/digests";
import { makeOffice, type Office, planFor, startFor, work } from "./migration-support";

let backend: TestBackend;
let office: Office;
let comboType: string;
beforeAll(async () => {
  backend = await openTestBackend();
  office = await makeOffice(backend, ["tktParkGate"]);
  const other = await typeOf("TB", "儿童票", "single", 4000);
  comboType = "TC";
  const whole = await typeOf(comboType, "亲子套票", "combo", 16_000);
  await backend.saved(combo.methods.save, {
    ...{ name: "亲子组合", ticketTypeId: whole, splitBy: "amount", refundBy: "whole", validBy: "parts" },
    parts: [
      { ticketTypeId: office.typeId, quantity: 2, weight: null, amount: 13_000 },
      { ticketTypeId: other, quantity: 1, weight: null, amount: 3000 },
    ],
  });
});
afterAll(() => backend.close());

const typeOf = (code: string, name: string, kind: string, listPrice: number) =>
  backend.saved(ticketType.methods.save, {
    ...{ code, name, kind, parkId: office.parkId, gateGroupId: office.groupId, facePrice: listPrice, listPrice },
    ...{ realName: "none", validity: "day", validDays: 1, admissions: 1, refundRule: "free", refundBands: [] },
    ...{ channels: ["window"], minPerOrder: 1, maxPerOrder: 50, sort: 1, slots: [] },
  });

let tenants = 0;
async function tenant(): Promise<string> {
  tenants += 1;
  const code = `C${tenants}`;
  const as = await backend.createCorp(code);
  await backend.call(park.methods.save, { code: office.parkCode, name: "湖区" } as never, { as });
  return code;
}

const partsIn = (code: string) =>
  backend.sql<Record<string, unknown>>(
    `select c.name, w.code as whole, w.status, c.split_by as "splitBy", c.pieces, t.code, p.quantity, p.amount::int as amount, p.position
     from combo c
     join ticket_type w on w.corp_code = c.corp_code and w.id = c.ticket_type_id
     join combo_part p on p.corp_code = c.corp_code and p.combo_id = c.id
     join ticket_type t on t.corp_code = p.corp_code and t.id = p.ticket_type_id
     where c.corp_code = $1
     order by c.id, p.position`,
    [code],
  );
const rowsIn = async (code: string, table: string) =>
  (await backend.sql(`select * from ${table} where corp_code = $1`, [code])).length;

async function ranInto(code: string, kinds: string[]): Promise<number> {
  const { data, message } = await startFor(backend, code, { kinds });
  expect(message).toBe("");
  await work(backend);
  return data.id;
}

test("2.3g.1 the dry run counts combos with their types, and writes nothing", async () => {
  const code = await tenant();
  const before = await digests(backend, { except: ["session"] });
  const { data } = await planFor(backend, code, { kinds: ["gateGroup", "combo"] });
  expect(changed(before, await digests(backend, { except: ["session"] }))).toEqual([]);
  expect(data.plan.map(({ kind, counts }) => [kind, counts.made, counts.blocked])).toEqual([
    ["gateGroup", 1, 0],
    ["ticketType", 3, 0],
    ["combo", 1, 0],
  ]);
  // Types never go without the combo that says what is sold as them.
  const types = await planFor(backend, code, { kinds: ["gateGroup", "ticketType"] });
  expect(types.data.plan.map(({ kind }) => kind)).toEqual(["gateGroup", "ticketType", "combo"]);
});

test("2.3g.1 a run copies header, parts and types into that tenant alone, as drafts; a second finds all the same", async () => {
  const code = await tenant();
  const [own, bystander] = [await partsIn("0001"), await tenant()];
  await ranInto(code, ["gateGroup", "combo"]);
  expect(own).toHaveLength(2);
  expect(await partsIn(code)).toEqual(own.map((row) => ({ ...row, status: "draft" })));
  expect(await partsIn("0001")).toEqual(own);
  expect(await partsIn(bystander)).toEqual([]);
  const { data } = await planFor(backend, code, { kinds: ["gateGroup", "combo"] });
  expect(data.plan.map(({ counts }) => [counts.made, counts.same])).toEqual([
    [0, 1],
    [0, 3],
    [0, 1],
  ]);
});

test("2.3g.1 a combo that differs there is told and kept; one whose ticket type differs there cannot go", async () => {
  const code = await tenant();
  await ranInto(code, ["gateGroup", "combo"]);
  await backend.sql("update combo_part set amount = amount + 100 where corp_code = $1 and position = 0", [code]);
  const kept = (await planFor(backend, code, { kinds: ["combo"] })).data.plan.find(({ kind }) => kind === "combo");
  expect(kept?.rows.map(({ name, outcome }) => [name, outcome])).toEqual([["亲子组合", "kept"]]);
  expect(kept?.rows[0]?.why).toContain("子票");
  const other = await tenant();
  await ranInto(other, ["gateGroup", "combo"]);
  await backend.sql("delete from combo where corp_code = $1", [other]);
  await backend.sql("update ticket_type set list_price = 1 where corp_code = $1 and code = 'TB'", [other]);
  const plan = (await planFor(backend, other, { kinds: ["combo"] })).data.plan.find(({ kind }) => kind === "combo");
  expect([plan?.counts.blocked, plan?.rows[0]?.why]).toEqual([1, expect.stringContaining("儿童票")]);
  expect(await rowsIn(other, "combo")).toBe(0);
});

test("2.3g.1 it is taken back whole until somebody uses one of its types, or changed the combo", async () => {
  const code = await tenant();
  const id = await ranInto(code, ["gateGroup", "combo"]);
  const undo = () => backend.call(dataMigration.methods.undo, { id });
  await backend.sql("update combo set name = '改名' where corp_code = $1", [code]);
  const edited = await undo();
  expect([edited.status, edited.message]).toEqual([409, expect.stringContaining("修改过")]);
  await backend.sql("update combo set name = '亲子组合' where corp_code = $1", [code]);
  // A combo of the tenant's own is made of a type that came.
  await backend.sql(
    `insert into combo (corp_code, name, ticket_type_id, split_by, refund_by, valid_by, pieces)
     select corp_code, '自有组合', id, 'weight', 'whole', 'parts', 2 from ticket_type where corp_code = $1 and code = 'TB'`,
    [code],
  );
  const used = await undo();
  expect([used.status, used.message]).toEqual([409, expect.stringContaining("自有组合")]);
  expect([await rowsIn(code, "combo"), await rowsIn(code, "ticket_type")]).toEqual([2, 3]);
  await backend.sql("delete from combo where corp_code = $1 and name = '自有组合'", [code]);
  expect((await undo()).message).toBe("");
  for (const table of ["combo", "combo_part", "ticket_type"]) expect(await rowsIn(code, table), table).toBe(0);
});
