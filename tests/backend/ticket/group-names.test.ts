/** Names of groups: a list for each real-name type, taken whole or not at all, and the tickets are theirs who came. */
import { afterEach, beforeEach, describe, expect, it, test } from "vitest";
import { uploadPaths } from "~/contract/files";
import { groupArrive, groupBooking, groupDesk, groupSettle } from "~/contract/ticket/group-booking";
import { groupNames, groupNamesAbsent, groupNamesSave } from "~/contract/ticket/group-names";
import { openTestBackend, type TestBackend } from "~tests/support/backend";
import { changed, digests } from "~tests/support/digests";
import { checkInvariants } from "~tests/support/invariants";
import { createPark, fresh, friday, type TestPark, today } from "~tests/support/park";
import { race, raceIsReal, raceToInsert, withoutLock } from "~tests/support/race";
import { send } from "../files/uploading";
import { saveCombo } from "./combos";

let backend: TestBackend;
let park: TestPark;
beforeEach(async () => {
  backend = await openTestBackend();
  backend.setNow(friday);
  park = await createPark(backend);
});
afterEach(async () => {
  await checkInvariants(backend);
  await backend.close();
});

/** With its check digit (GB 11643). */
function identity(n: number): string {
  const body = `110105199${String(n % 10)}0101${String(n).padStart(3, "0")}`;
  const weights = [7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2];
  const sum = weights.reduce((all, weight, place) => all + weight * Number(body[place]), 0);
  return body + "10X98765432"[sum % 11];
}
const person = (n: number, fields: object = {}) => ({
  ...{ name: `游客${n}`, document: "resident" as const, country: "", identity: identity(n) },
  ...fields,
});
const people = (from: number, to: number) => Array.from({ length: to - from }, (_, n) => person(from + n));

async function confirmed(named: number, fields: object = {}): Promise<number> {
  const id = await backend.saved(groupBooking.methods.save, {
    ...{ organisation: "青山旅行社", contactName: "王芳", mobile: "13800138000", parkId: park.parkId },
    ...{ visitDay: today, slot: null, arrival: "10:30", customerGroup: "agency", remark: null },
    people: [
      { ticketTypeId: park.namedId, quantity: named },
      { ticketTypeId: park.adultId, quantity: 2 },
    ],
    ...fields,
  } as never);
  expect((await backend.call(groupBooking.commands.confirm.method, { id } as never)).message).toBe("");
  return id;
}
const list = (id: number, visitors: object[], keep = false, as = backend.admin) =>
  backend.call(groupNamesSave, { id, ticketTypeId: park.namedId, keep, visitors } as never, { as });
const look = async (id: number) => (await backend.call(groupNames, { id })).data.types[0];
const arrive = (id: number, named: number) =>
  backend.call(groupArrive, {
    id,
    people: [
      { ticketTypeId: park.namedId, arrived: named },
      { ticketTypeId: park.adultId, arrived: 2 },
    ],
  });
const settle = (id: number) =>
  backend.call(groupSettle, { id, idempotencyKey: fresh("settle-key"), paymentType: "cash" });
const holders = () =>
  backend.sql<{ name: string; identity: string }>(
    `select holder_name as name, holder_identity as identity from ticket where ticket_type_id = $1 order by id`,
    [park.namedId],
  );

test("the tickets are those of the list who came; the list itself is gone with the settlement", async () => {
  const id = await confirmed(4);
  expect((await list(id, people(1, 5))).message).toBe("");
  expect((await look(id))?.people[0]).toMatchObject({ name: "游客1", absent: false });
  expect((await look(id))?.people[0]?.identity).toContain("*");
  await arrive(id, 3);
  const before = await digests(backend);
  expect((await settle(id)).message).toBe("“实名票”名单到场 4 人，实到 3 人，请先核对名单");
  expect(changed(before, await digests(backend))).toEqual([]);
  const second = (await look(id))?.people[1];
  expect((await backend.call(groupNamesAbsent, { id, absent: [second?.id ?? 0] })).data).toEqual({ present: 3 });
  const desk = (await backend.call(groupDesk, { id })).data;
  expect(desk.lines.map(({ listed }) => listed)).toEqual([3, null]);
  expect((await settle(id)).message).toBe("");
  expect(await holders()).toEqual([1, 3, 4].map((n) => ({ name: `游客${n}`, identity: identity(n) })));
  expect(await backend.sql("select id from group_visitor")).toEqual([]);
});

test("what is wrong is told by row and cell, and nothing of the list is written", async () => {
  const id = await confirmed(4);
  await list(id, people(1, 3));
  const before = await digests(backend);
  const typed = await list(id, [person(5), person(6, { identity: "110105199001011234" }), person(7, { identity: "" })]);
  expect(typed.status).toBe(422);
  expect(Object.keys(typed.errors ?? {})).toEqual(["visitors.1.identity", "visitors.2.identity"]);
  const nameless = await list(id, [person(5, { name: "" })]);
  expect(nameless.errors).toEqual({ "visitors.0.name": ["请填写游客姓名"] });
  // Three tickets of one document, of two that its type sells a person and day.
  const thrice = await list(id, [person(5), person(8), person(5), person(5)]);
  expect(Object.keys(thrice.errors ?? {})).toEqual(["visitors.0.identity"]);
  expect(thrice.errors?.["visitors.0.identity"]?.[0]).toContain("实名票");
  expect((await list(id, [person(1), person(1)], true)).errors?.["visitors.0.identity"]).toHaveLength(1);
  expect(changed(before, await digests(backend))).toEqual([]);
  expect((await list(id, [person(1)], true)).data).toEqual({ listed: 3 });
  expect((await list(id, people(5, 7))).data).toEqual({ listed: 2 });
});

test("what was sold to somebody meanwhile counts at the settlement, and a type may take some documents alone", async () => {
  const id = await confirmed(2);
  await list(id, people(1, 3));
  await arrive(id, 2);
  await park.sell({
    lines: [{ ticketTypeId: park.namedId, quantity: 2 }],
    visitors: [person(1), person(1)],
  });
  const before = await digests(backend);
  expect((await settle(id)).status).toBe(409);
  expect((await list(id, [person(1), person(2)])).errors).toHaveProperty(["visitors.0.identity"]);
  expect(changed(before, await digests(backend))).toEqual([]);
  await backend.sql("update ticket_type set documents = '{passport}' where id = $1", [park.namedId]);
  expect((await list(id, [person(2), person(3)])).errors).toHaveProperty(["visitors.1.document"]);
  await backend.sql("update ticket_type set documents = '{}' where id = $1", [park.namedId]);
  await list(id, [person(2), person(3)]);
  expect((await settle(id)).message).toBe("");
});

test("a file is read as the lines that one would paste; somebody else's and what is no table is said in words", async () => {
  const id = await confirmed(2);
  const upload = async (text: string) => {
    const files = [{ bytes: Buffer.from(text), name: "名单.csv" }];
    const sent = await send(backend, uploadPaths.temporary, files, { fields: { accept: "file" } });
    if (!sent.success) throw new Error(sent.message);
    return sent.data;
  };
  const path = await upload(`序号,姓名,国籍,证件号码\n1,王小明,中国,${identity(1)}\n\n2,John,美国,E1234567\n`);
  const read = async (asked: unknown, as = backend.admin) =>
    (await backend.call(groupNames, { id, path: asked } as never, { as })).data.file;
  expect(await read(path)).toEqual({ problem: "", text: `\n王小明\t${identity(1)}\n\nJohn\tUSA/E1234567` });
  const other = await backend.createUser({ grants: ["createGroup"] });
  expect((await read(path, other.token))?.text).toBe("");
  expect((await read(await upload("姓名")))?.problem).not.toBe("");
  expect(await backend.sql("select id from group_visitor")).toEqual([]);
});

test("a free ticket is the leader's by the list; another name than the leader's is refused", async () => {
  const { agencyInUse } = await import("../travel/sales-support");
  const agencyId = await agencyInUse(backend, { settlement: "credit", creditLimit: 5_000_000 });
  await backend.sql(
    `insert into travel_agreement (corp_code, code, agency_id, from_day, to_day, free_per, status)
     select corp_code, 'XY-' || id, id, '2026-01-01', '2027-12-31', 3, 'signed' from travel_agency where id = $1`,
    [agencyId],
  );
  const tour = { agencyId, tourNo: "T-1", itinerary: "登山" };
  const id = await confirmed(4, { ...tour, leaders: "李导", people: [{ ticketTypeId: park.namedId, quantity: 4 }] });
  await list(id, people(1, 5));
  await backend.call(groupArrive, { id, people: [{ ticketTypeId: park.namedId, arrived: 4 }] });
  expect((await settle(id)).message).toContain("请核对领队姓名与名单");
  await list(id, [...people(1, 4), person(9, { name: "李导" })]);
  expect((await settle(id)).message).toBe("");
  const free = await backend.sql("select holder_name as name from ticket where price = 0");
  expect(free).toEqual([{ name: "李导" }]);
  expect((await holders()).map(({ name }) => name).sort()).toEqual(["李导", "游客1", "游客2", "游客3"].sort());
});

test("a combo of real-name tickets has a list too: each of its tickets is its person's, and the limit of a part counts", async () => {
  const comboId = await park.addType({ name: "亲子联票", kind: "combo", listPrice: 20_000, refundRule: "free" });
  await saveCombo(backend, comboId, [
    { ticketTypeId: park.namedId, quantity: 2, weight: 2 },
    { ticketTypeId: park.adultId, quantity: 1, weight: 1 },
  ]);
  const id = await confirmed(0, { people: [{ ticketTypeId: comboId, quantity: 2 }] });
  const listCombo = (visitors: object[]) =>
    backend.call(groupNamesSave, { id, ticketTypeId: comboId, keep: false, visitors } as never);
  expect(await look(id)).toMatchObject({ ticketTypeId: comboId, realName: "perTicket", needed: 4 });
  await park.sell({ lines: [{ ticketTypeId: park.namedId, quantity: 2 }], visitors: [person(9), person(9)] });
  const beyond = await listCombo([...people(1, 4), person(9)]);
  expect(Object.keys(beyond.errors ?? {})).toEqual(["visitors.3.identity"]);
  expect((await listCombo(people(1, 4))).message).toBe("");
  await backend.call(groupArrive, { id, people: [{ ticketTypeId: comboId, arrived: 2 }] });
  expect((await backend.call(groupDesk, { id })).data.lines[0]).toMatchObject({ listed: 3, needed: 4 });
  expect((await settle(id)).message).toBe("“亲子联票”名单到场 3 人，实到 4 人，请先核对名单");
  await listCombo(people(1, 5));
  expect((await settle(id)).message).toBe("");
  const issued = await backend.sql<{ set: number; name: string }>(
    "select combo_set as set, holder_name as name from ticket where combo_set is not null order by combo_set, holder_name",
  );
  const named = issued.filter(({ name }) => name !== "");
  expect(named.map(({ name }) => name)).toEqual(["游客1", "游客2", "游客3", "游客4"]);
  // Who follow each other on the list have the tickets of one combo.
  const sets = named.map(({ set }) => set);
  expect([sets[0] === sets[1], sets[1] === sets[2], sets[2] === sets[3]]).toEqual([true, false, true]);
  expect(issued).toHaveLength(6);
});

test("another tenant's and another park's groups are not found; a right is asked; a cancelled one takes no names", async () => {
  const id = await confirmed(2);
  await list(id, people(1, 3));
  const tenant = await backend.createCorp("6187");
  const other = await createPark(backend);
  const grants = ["createGroup", "createGroup/groupBooking:edit"];
  const bound = await backend.createUser({ grants, parks: [other.parkId] });
  const reader = await backend.createUser({ grants: ["createGroup"] });
  const before = await digests(backend);
  for (const as of [tenant, bound.token]) {
    expect((await list(id, people(5, 6), false, as)).status).toBe(404);
    expect((await backend.call(groupNames, { id }, { as })).status).toBe(404);
    expect((await backend.call(groupNamesAbsent, { id, absent: [] }, { as })).status).toBe(404);
  }
  expect((await list(id, people(5, 6), false, reader.token)).status).toBe(403);
  const wrongType = { id, ticketTypeId: park.adultId, visitors: people(5, 6) };
  expect((await backend.call(groupNamesSave, wrongType as never)).errors).toHaveProperty(["ticketTypeId"]);
  expect(changed(before, await digests(backend))).toEqual([]);
  await backend.call(groupBooking.commands.cancel.method, { id, reason: "行程取消" } as never);
  expect(await backend.sql("select id from group_visitor")).toEqual([]);
  expect((await list(id, people(5, 6))).message).toBe("该预订已结算或已取消");
});

/** Two at once who each add one more ticket for the same person: of two a person and day, one is there already. */
const addTwice = async (id: number) => {
  const all = await race(backend, 2, () => list(id, [person(1)], true));
  return all.map(({ status }) => status).sort();
};

it("of two who add the same person at once, one finds the list of the other", async () => {
  const id = await confirmed(4);
  await list(id, [person(1)]);
  expect(await addTwice(id)).toEqual([200, 422]);
});

it.runIf(raceIsReal)("control: without the lock of the booking both find the same list", async () => {
  const id = await confirmed(4);
  await list(id, [person(1)]);
  const open = { mark: "from group_booking where id = ", lock: "for update", people: 2 };
  // Nobody writes before both have read the list, however slow the second is.
  const both = () => raceToInsert(backend, "group_visitor", 2, () => list(id, [person(1)], true));
  const all = (await withoutLock(open, both)).map(({ status }) => status).sort();
  // The unique place keeps one of them out, by a fault and not by a sentence.
  expect(all).not.toEqual([200, 422]);
});

describe.runIf(raceIsReal)("a list that is changed while its group is settled", () => {
  const waiting = async () =>
    (
      await backend.sql(
        "select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
      )
    ).length;

  /**
   * The first one waits for `table`, which somebody keeps, with all read that it goes by; then the second comes, and is done
   * or waits too before the table is free.
   */
  async function meanwhile<A, B>(table: string, first: () => Promise<A>, second: () => Promise<B>): Promise<[A, B]> {
    const keeper = await backend.database.pool.connect();
    try {
      await keeper.query(`begin; lock table ${table} in share mode`);
      const one = first();
      while ((await waiting()) < 1) await backend.sql("select pg_sleep(0.01)");
      let over = false;
      const other = second().finally(() => {
        over = true;
      });
      while (!over && (await waiting()) < 2) await backend.sql("select pg_sleep(0.01)");
      await keeper.query("commit");
      return [await one, await other];
    } finally {
      keeper.release();
    }
  }

  async function listed(): Promise<number> {
    const id = await confirmed(2);
    await list(id, people(1, 3));
    await arrive(id, 2);
    return id;
  }
  const names = async () => (await holders()).map(({ name }) => name);
  const open = { mark: "from group_booking where id = ", lock: "for update", people: 1 };

  it("waits for the settlement and is told that it is over: the tickets are theirs who were on it", async () => {
    const id = await listed();
    const [settled, saved] = await meanwhile(
      "ticket",
      () => settle(id),
      () => list(id, people(5, 7)),
    );
    expect([settled.message, saved.message]).toEqual(["", "该预订已结算或已取消"]);
    expect(await names()).toEqual(["游客1", "游客2"]);
    expect(await backend.sql("select id from group_visitor")).toEqual([]);
  });

  it("control: without the lock of the booking it is told to be saved, and nobody on it has a ticket", async () => {
    const id = await listed();
    const [settled, saved] = await withoutLock(open, () =>
      meanwhile(
        "ticket",
        () => settle(id),
        () => list(id, people(5, 7)),
      ),
    );
    expect([settled.message, saved.message]).toEqual(["", ""]);
    expect(await names()).toEqual(["游客1", "游客2"]);
  });

  it("keeps the settlement waiting until it is saved: the tickets are theirs who are on it now", async () => {
    const id = await listed();
    const [saved, settled] = await meanwhile(
      "group_visitor",
      () => list(id, people(5, 7)),
      () => settle(id),
    );
    expect([saved.message, settled.message]).toEqual(["", ""]);
    expect(await names()).toEqual(["游客5", "游客6"]);
    expect(await backend.sql("select id from group_visitor")).toEqual([]);
  });

  it("of whoever has not come is marked before the tickets are made, or not at all", async () => {
    const id = await listed();
    const [one] = (await look(id))?.people ?? [];
    const [settled, marked] = await meanwhile(
      "ticket",
      () => settle(id),
      () => backend.call(groupNamesAbsent, { id, absent: [one?.id ?? 0] }),
    );
    expect([settled.message, marked.message]).toEqual(["", "该预订已结算或已取消"]);
  });
});
