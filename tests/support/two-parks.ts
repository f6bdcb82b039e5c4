/** Two parks of one corp with rows of every kind in each; the second's carry a mark and ids of their own range. */
import { lockerBox } from "~/contract/locker/box";
import { lockerGroup } from "~/contract/locker/group";
import { quoteRefund, refundOrder } from "~/contract/order/order";
import { methods } from "~/contract/registry";
import { checkTicket } from "~/contract/ticket/check";
import { pricePolicySave } from "~/contract/ticket/price";
import { quotaDaySave, quotaPoolSave } from "~/contract/ticket/quota";
import type { TestBackend } from "./backend";
import { createPark, fresh, type TestPark, today } from "./park";

/** In the name of everything of the second park, and nowhere else. */
export const mark = "乙园密";
/** Ids of the second park's rows; no other row has one of these. */
export const far = { first: 700_000, after: 900_000 };

export interface FullPark extends TestPark {
  poolId: number;
  policyId: number;
  orderId: number;
  orderNo: string;
  ticketId: number;
  ticketNo: string;
  lineId: number;
  passageId: number;
  refundId: number;
  refundNo: string;
  lockerGroupId: number;
  /** In use. */
  lockerBoxId: number;
}

export async function twoParks(backend: TestBackend): Promise<{ near: FullPark; other: FullPark }> {
  const near = await fill(backend, await createPark(backend));
  await startIdsAt(backend, far.first);
  const bare = await createPark(backend);
  for (const table of ["park", "gate_group", "gate", "pos", "ticket_type"])
    await backend.sql(`update "${table}" set name = '${mark}' || name where id >= ${far.first}`);
  const other = await fill(backend, bare, mark);
  await startIdsAt(backend, far.after);
  return { near, other };
}

/** Sequences apart by table, so that an id says of what it is. */
async function startIdsAt({ sql }: TestBackend, first: number): Promise<void> {
  const tables = await sql<{ name: string }>(`
    select c.relname as name
    from pg_class c
    join pg_attribute a on a.attrelid = c.oid and a.attname = 'id' and a.attidentity <> ''
    where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace
    order by 1`);
  for (const [place, { name }] of tables.entries())
    await sql(`alter table "${name}" alter column id restart with ${first + place * 1_000}`);
}

async function fill(backend: TestBackend, park: TestPark, prefix = ""): Promise<FullPark> {
  const done = async <T>(
    reply: Promise<{ success: boolean; message: string; data: T; errors?: unknown }>,
  ): Promise<T> => {
    const { success, message, data, errors } = await reply;
    if (!success) throw new Error(`${message} ${JSON.stringify(errors ?? {})}`);
    return data;
  };
  const { id: poolId } = await done(
    backend.call(quotaPoolSave, {
      name: `${prefix}${fresh("每日限额")}`,
      dailyTotal: 1_000,
      bySlot: false,
      ticketTypeIds: [park.adultId],
    } as never),
  );
  await done(backend.call(quotaDaySave, { poolId, day: today, total: 900 }));
  const { id: policyId } = await done(
    backend.call(pricePolicySave, {
      name: `${prefix}旺季价`,
      ticketTypeId: park.childId,
      channel: "any",
      customerGroup: "any",
      startDay: today,
      endDay: today,
      weekdays: "TTTTTTT",
      holidays: "any",
      slot: "",
      price: 4_100,
      priority: 1,
    } as never),
  );
  const lines = [{ ticketTypeId: park.adultId, quantity: 4, slot: "" }];
  const { orderId, orderNo } = await park.sell({ lines, contactName: `${prefix}联系人` } as never);
  const tickets = await backend.sql<{ id: number; ticket_no: string; line_id: number }>(
    "select id, ticket_no, line_id from ticket where order_id = $1 order by id",
    [orderId],
  );
  const [first, second, third] = tickets;
  if (!first || !second || !third) throw new Error("four tickets were sold");
  const verdict = await done(
    backend.call(checkTicket, { gateId: park.gateId, code: second.ticket_no, idempotencyKey: fresh("check-key") }),
  );
  await done(backend.call(quoteRefund, { orderId, items: [], ticketIds: [third.id] }));
  const refund = await done(
    backend.call(refundOrder, {
      orderId,
      items: [],
      ticketIds: [third.id],
      reason: `${prefix}行程取消`,
      idempotencyKey: fresh("refund-key"),
    }),
  );
  const lockerGroupId = await backend.saved(lockerGroup.methods.save, {
    ...{ code: fresh("LG"), name: `${prefix}${fresh("储物柜")}`, parkId: park.parkId, hours: 12 },
    ...{ depositSmall: 1_000, depositMedium: 2_000, depositLarge: 3_000 },
  });
  const box = (number: string) => backend.saved(lockerBox.methods.save, { lockerGroupId, number, size: "small" });
  const lockerBoxId = await box("01");
  await box("02");
  await done(
    backend.call(lockerBox.methods.occupy, { id: lockerBoxId, mobile: "13800138001", paymentType: "cash" } as never),
  );
  return {
    ...park,
    lockerGroupId,
    lockerBoxId,
    poolId,
    policyId,
    orderId,
    orderNo,
    ticketId: first.id,
    ticketNo: first.ticket_no,
    lineId: first.line_id,
    passageId: verdict.passageIds[0] ?? 0,
    refundId: refund.refundId,
    refundNo: refund.refundNo,
  };
}

/** Ids of a park's rows, by what the fields of payloads call them. */
export function idsByKind(of: FullPark): Record<string, number> {
  return {
    gateGroup: of.gateGroupId,
    gate: of.gateId,
    ticketType: of.adultId,
    pricePolicy: of.policyId,
    quotaPool: of.poolId,
    issuedTicket: of.ticketId,
    park: of.parkId,
    parent: of.parkId,
    pos: of.posId,
    pool: of.poolId,
    order: of.orderId,
    line: of.lineId,
    ticket: of.ticketId,
    passage: of.passageId,
    refund: of.refundId,
    lockerGroup: of.lockerGroupId,
    lockerBox: of.lockerBoxId,
    lockerPicture: of.lockerGroupId,
  };
}

/** What a bare `id` of a method may be: of the noun that its name begins with, or of a few kinds. */
export function bareIds(method: string, ids: Readonly<Record<string, number>>): number[] {
  const kind = Object.keys(ids).find((name) => method.startsWith(name));
  return kind ? [ids[kind] ?? 0] : [ids.park ?? 0, ids.order ?? 0];
}

/** An account that holds everything that can be granted, but is no administrator; bound to these parks. */
export async function allRights(backend: TestBackend, parks: readonly number[] = [], dataScope = "all") {
  const grants = new Set<string>();
  for (const { access } of methods) {
    if (typeof access !== "object") continue;
    for (const fun of [access.fun].flat()) {
      grants.add(fun);
      for (const button of [access.button, access.newButton]) if (button) grants.add(`${fun}/${button}`);
    }
  }
  for (const button of [
    "check:force",
    "check:reverse",
    "sale:discount",
    "sale:viewAll",
    "sensitive:view",
    "operator:grant",
  ])
    grants.add(`buyTktList/${button}`);
  const user = await backend.createUser({ grants: [...grants] });
  await bind(backend, user.id, parks);
  await backend.sql("update role set data_scope = $2 where code = $1", [user.accName, dataScope]);
  return user;
}

export async function bind({ sql }: TestBackend, accountId: number, parks: readonly number[]): Promise<void> {
  for (const park of parks) await sql("insert into account_park values ('0001', $1, $2)", [accountId, park]);
}
