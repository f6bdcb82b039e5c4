/** Agencies shared within a group: limits by corp and over the group, what the holder decides, and the end of it. */
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { corpGroup } from "~/contract/tenant/group";
import { groupBooking } from "~/contract/ticket/group-booking";
import { sellTickets } from "~/contract/ticket/sale";
import { agencyAccount } from "~/contract/travel/account";
import { agency } from "~/contract/travel/agency";
import { agencyShare } from "~/contract/travel/agency-share";
import { paysFrom } from "~server/backend/business/order/payment/by-account";
import { readAccounts } from "~server/backend/business/travel/accounts";
import { accountPayer, readLocked } from "~server/backend/business/travel/on-account";
import { openTestBackend, type TestBackend } from "~tests/support/backend";
import { checkInvariants } from "~tests/support/invariants";
import { createPark, fresh, friday, type TestPark, today } from "~tests/support/park";
import { meeting, raceIsReal, raceToInsert } from "~tests/support/race";
import { tenantId } from "../tenant/platform";
import { agencyOf } from "./support";

let backend: TestBackend;
const corps = ["2001", "2002", "2003"] as const;
type Corp = (typeof corps)[number];
const as = {} as Record<Corp, string>;
const parks = {} as Record<Corp, TestPark>;
let group: number;

beforeAll(async () => {
  backend = await openTestBackend();
  for (const corp of corps) as[corp] = await backend.createCorp(corp);
  await backend.sql("update sys_param set param_option = 'T' where param_code = 'isSaasEdition'");
  for (const corp of corps) parks[corp] = await createPark(backend, as[corp]);
  backend.setNow(friday);
  group = await backend.saved(corpGroup.methods.save, {
    ...{ code: "g1", name: "山海集团", leaderId: await tenantId(backend, "2002"), remark: null },
    members: [{ tenantId: await tenantId(backend, "2001") }, { tenantId: await tenantId(backend, "2002") }],
  });
});
afterAll(() => backend.close());

/** An agency of 2001 in business there. */
async function held(fields: Record<string, unknown> = {}): Promise<number> {
  const values = agencyOf({ settlement: "credit", creditLimit: 80_000, ...fields });
  const reply = await backend.call(agency.methods.save, values as never, { as: as["2001"] });
  expect(reply.message).toBe("");
  await backend.sql("update travel_agency set status = 'active' where id = $1 and corp_code = '2001'", [reply.data.id]);
  return reply.data.id;
}
const shareOf = async (agencyId: number, fields: Record<string, unknown> = {}) => ({
  ...{ agencyId, memberId: await tenantId(backend, "2002"), creditLimit: 16_000, fromDay: today, untilDay: null },
  ...fields,
});
const share = async (agencyId: number, fields: Record<string, unknown> = {}, who = as["2001"]) =>
  backend.call(agencyShare.methods.save, (await shareOf(agencyId, fields)) as never, { as: who });
const memberRow = async (agencyId: number) => {
  const [row] = await backend.sql<{ id: number; name: string; status: string }>(
    "select id::float8 as id, name, status from travel_agency where corp_code = '2002' and owner_agency_id = $1",
    [agencyId],
  );
  return row ?? { id: 0, name: "", status: "" };
};
async function sale(corp: Corp, agencyId: number, quantity = 1, fields: object = {}) {
  const [row] = await backend.sql<{ code: string }>("select code from travel_agency where corp_code = $1 and id = $2", [
    corp,
    agencyId,
  ]);
  const { adultId, posId } = parks[corp];
  return backend.call(
    sellTickets,
    {
      ...{ visitDay: today, lines: [{ ticketTypeId: adultId, quantity }], posId, agency: row?.code ?? "" },
      ...{ paymentType: "onAccount", idempotencyKey: fresh("sale-key"), ...fields },
    } as never,
    { as: as[corp] },
  );
}
const said = ({ message, errors }: { message: string; errors?: Record<string, string[]> }) =>
  [message, ...Object.values(errors ?? {}).flat()].join(" ");
const command = (name: "end" | "reopen" | "changeLimit", fields: object) =>
  backend.call(agencyShare.commands[name].method, fields as never, { as: as["2001"] });
async function setMembers(members: readonly string[]) {
  const { data } = await backend.call(corpGroup.methods.get, { id: group });
  const { rowVersion, name, code, leaderId, remark } = data.record as Record<string, never>;
  const rows = await Promise.all(members.map(async (corp) => ({ tenantId: await tenantId(backend, corp) })));
  const values = { id: group, rowVersion, name, code, leaderId, remark, members: rows };
  expect((await backend.call(corpGroup.methods.save, values as never)).message).toBe("");
}

test("is sold to up to the limit of its corp, in the books of that corp; the holder sees figures", async () => {
  const id = await held();
  const made = await share(id);
  expect(said(made)).toBe("");
  const { id: there } = await memberRow(id);
  expect(said(await sale("2002", there, 2))).toBe("");
  const no = await sale("2002", there);
  expect([no.status, no.message]).toEqual([409, expect.stringContaining("授信 160.00，已用 160.00")]);
  const { data } = await backend.call(agencyShare.methods.get, { id: made.data.id }, { as: as["2001"] });
  expect(data.record).toMatchObject({ name: "租户2002", creditLimit: 16_000, used: 16_000, underWay: 0, free: 0 });
  expect((await backend.call(agencyAccount, { id }, { as: as["2001"] })).data.standing.used).toBe(0);
  expect((await backend.call(agencyAccount, { id: there }, { as: as["2001"] })).status).toBe(404);
  expect((await backend.call(agencyShare.methods.get, { id: made.data.id }, { as: as["2002"] })).status).toBe(404);
  const lower = await command("changeLimit", { id: made.data.id, creditLimit: 8_000, reason: "收紧" });
  expect(said(lower)).toContain("额度不能低于已用");
  await checkInvariants(backend);
});

test("pressed twice is one sale; its limit over the group holds for both corps together", async () => {
  const id = await held({ groupLimit: 16_000 });
  await share(id);
  const { id: there } = await memberRow(id);
  const idempotencyKey = fresh("sale-key");
  expect(said(await sale("2002", there, 1, { idempotencyKey }))).toBe("");
  expect(said(await sale("2002", there, 1, { idempotencyKey }))).toBe("");
  expect(said(await sale("2001", id))).toBe("");
  for (const no of [await sale("2001", id), await sale("2002", there)])
    expect(said(no)).toContain("还差 80.00 元：合计额度 160.00，各企业已用 160.00");
  await checkInvariants(backend);
});

test("what the holder decides is carried over, and is not the other corp's to change", async () => {
  const id = await held();
  await share(id);
  const { id: there } = await memberRow(id);
  const load = async (corp: Corp, of: number) =>
    (await backend.call(agency.methods.get, { id: of }, { as: as[corp] })).data.record as Record<string, unknown>;
  const row = await load("2002", there);
  expect(row).toMatchObject({ held: "shared", sharedBy: "租户2001", creditLimit: 16_000 });
  const save = (corp: Corp, values: object) => {
    const typed = Object.entries(values).filter(
      ([name]) => (agency.fields as Record<string, { form?: boolean }>)[name]?.form !== false,
    );
    return backend.call(agency.methods.save, Object.fromEntries(typed) as never, { as: as[corp] });
  };
  const refused = await save("2002", { ...row, creditLimit: 1_000, name: "别名" });
  expect(refused.errors).toMatchObject({ name: [expect.stringContaining("租户2001")], creditLimit: expect.anything() });
  expect(said(await save("2002", { ...(await load("2002", there)), contact: "王五" }))).toBe("");
  const name = fresh("改名国旅");
  expect(said(await save("2001", { ...(await load("2001", id)), name }))).toBe("");
  expect((await memberRow(id)).name).toBe(name);
  const act = (corp: Corp, of: number, which: "suspend" | "resume") =>
    backend.call(agency.commands[which].method, { id: of, ...(which === "suspend" && { reason: "逾期" }) } as never, {
      as: as[corp],
    });
  expect(said(await act("2002", there, "suspend"))).toContain("租户2001");
  expect(said(await act("2001", id, "suspend"))).toBe("");
  expect(said(await sale("2002", there))).toContain("已暂停");
  expect(said(await sale("2002", there, 1, { paymentType: "cash" }))).toContain("已暂停");
  expect(said(await act("2001", id, "resume"))).toBe("");
  expect(said(await sale("2002", there))).toBe("");
  const removed = await backend.call(agency.methods.remove, { id: there } as never, { as: as["2002"] });
  expect(removed.success).toBe(false);
});

test("ends at once, and by its days; reopened it is sold to again", async () => {
  const id = await held();
  const { data } = await share(id, { untilDay: today });
  const { id: there } = await memberRow(id);
  expect(said(await sale("2002", there))).toBe("");
  backend.setNow(new Date(friday.getTime() + 86_400_000));
  expect(said(await sale("2002", there, 1, { visitDay: "2026-11-21" }))).toContain(`共享至 ${today}`);
  backend.setNow(friday);
  expect((await command("end", { id: data.id, reason: "合同到期" })).success).toBe(true);
  expect(said(await sale("2002", there))).toContain("已结束共享");
  const paid = { id: there, amount: 8_000, bankRef: fresh("BR"), remark: null };
  const settled = await backend.call(agency.commands.topUp.method, paid as never, { as: as["2002"] });
  expect(settled.success).toBe(true);
  expect((await command("reopen", { id: data.id })).success).toBe(true);
  expect(said(await sale("2002", there))).toBe("");
});

test("outside the group there is nobody to share with; who leaves it sells no more", async () => {
  const id = await held();
  const outside = { memberId: await tenantId(backend, "2003") };
  expect((await share(id, outside)).errors?.memberId).toBeDefined();
  expect((await share(id, {}, as["2003"])).status).toBe(422);
  const clerk = await backend.createUser({ corpCode: "2001", grants: ["agencyList"] });
  expect((await share(id, {}, clerk.token)).status).toBe(403);
  await share(id);
  const { id: there } = await memberRow(id);
  await setMembers(["2002"]);
  expect(said(await sale("2002", there))).toContain("已不在同一集团");
  expect((await share(await held())).success).toBe(false);
  await setMembers(["2001", "2002"]);
  await backend.sql("update corp_group set status = 'F' where id = $1", [group]);
  expect(said(await sale("2002", there))).toContain("已不在同一集团");
  await backend.sql("update corp_group set status = 'T' where id = $1", [group]);
  expect(said(await sale("2002", there))).toBe("");
});

const bookingOf = (corp: Corp, agencyId: number) => ({
  ...{ agencyId, organisation: null, contactName: "王芳", mobile: "13800138000", guideId: null, guide: null },
  ...{ plate: null, tourNo: null, itinerary: null, leaders: null, parkId: parks[corp].parkId },
  ...{ visitDay: today, slot: null, arrival: null, customerGroup: "retail", remark: null },
  people: [{ ticketTypeId: parks[corp].adultId, quantity: 3 }],
});

test("a group of an agency whose share has ended is not confirmed, with the counter's sentence", async () => {
  const id = await held();
  const { data } = await share(id);
  const { id: there } = await memberRow(id);
  const as2002 = { as: as["2002"] };
  const saved = await backend.call(groupBooking.methods.save, bookingOf("2002", there) as never, as2002);
  expect(said(saved)).toBe("");
  expect((await command("end", { id: data.id, reason: "合同到期" })).success).toBe(true);
  const confirm = () => backend.call(groupBooking.commands.confirm.method, { id: saved.data.id } as never, as2002);
  expect(said(await confirm())).toContain("已结束共享");
  expect((await command("reopen", { id: data.id })).success).toBe(true);
  expect(said(await confirm())).toBe("");
});

test("a group booking of a shared agency says whose it is, on its page and in the list; of an own one it says nothing", async () => {
  const shared = await held();
  await share(shared);
  const { id: there } = await memberRow(shared);
  const booked = async (corp: Corp, agencyId: number) => {
    const saved = await backend.call(groupBooking.methods.save, bookingOf(corp, agencyId) as never, { as: as[corp] });
    expect(said(saved)).toBe("");
    const { data } = await backend.call(groupBooking.methods.get, { id: saved.data.id }, { as: as[corp] });
    const listed = await backend.call(groupBooking.methods.list, {}, { as: as[corp] });
    return [data.record?.agencyHolder, listed.data.records.find(({ id }) => id === saved.data.id)?.agencyHolder];
  };
  expect(await booked("2002", there)).toEqual(["租户2001", "租户2001"]);
  expect(await booked("2001", shared)).toEqual([null, null]);
});

test("a corp that has an agency of that name is not given a second one", async () => {
  const id = await held();
  const [own] = await backend.sql<{ name: string }>(
    "select name from travel_agency where corp_code = '2001' and id = $1",
    [id],
  );
  await backend.call(agency.methods.save, agencyOf({ name: own?.name }) as never, { as: as["2002"] });
  expect(said(await share(id))).toContain("已有同名或同一许可证");
  expect(await backend.sql("select from agency_share where agency_id = $1 and corp_code = '2001'", [id])).toEqual([]);
});

async function twoCorpsAtOnce() {
  const id = await held({ groupLimit: 8_000 });
  await share(id);
  const { id: there } = await memberRow(id);
  const all = await raceToInsert(backend, "agency_charge", 2, (person) =>
    person === 0 ? sale("2001", id) : sale("2002", there),
  );
  return all.map(({ status }) => status).sort();
}

test("two corps on the last of its limit over the group: one sells", async () => {
  expect(await twoCorpsAtOnce()).toEqual([200, 409]);
  await checkInvariants(backend);
});

test.runIf(raceIsReal)("two sales of one corp on the last of its limit: one is made", async () => {
  const id = await held();
  await share(id, { creditLimit: 8_000 });
  const { id: there } = await memberRow(id);
  const all = await raceToInsert(backend, "agency_charge", 2, () => sale("2002", there));
  expect(all.map(({ status }) => status).sort()).toEqual([200, 409]);
});

test.runIf(raceIsReal)("control: without the holder's row locked both corps take the last of it", async () => {
  const both = meeting(2);
  paysFrom(
    accountPayer(async (call, id) => {
      const [account] = await readAccounts(call, sql`a.id = ${id}`);
      // Each has read before the other writes.
      await both();
      return account;
    }),
  );
  try {
    expect(await twoCorpsAtOnce()).toEqual([200, 200]);
    await expect(checkInvariants(backend)).rejects.toThrow();
  } finally {
    paysFrom(accountPayer(readLocked));
  }
});
