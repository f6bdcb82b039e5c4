/** Shifts: opened and closed, each by one statement that carries its condition. */
import { sql } from "drizzle-orm";
import { m } from "~/contract/messages";
import type { ParsedPayloadOf } from "~/contract/method";
import { closeShift, getShift, openShift, ownShift, type ShiftHead, shiftReport } from "~/contract/order/shift";
import { shift as shiftList } from "~/contract/order/shift-list";
import { stamp } from "../../kernel/business-time";
import type { KeptLedger } from "../../kernel/ledger";
import { yuan } from "../../kernel/money";
import { nextNumber } from "../../kernel/numbers";
import { parameterOf } from "../../kernel/parameters";
import { Invalid, NotFound, Refusal } from "../../kernel/refusal";
import { firstOf } from "../../kernel/rows";
import { serveList } from "../../kernel/serve-list";
import { type Call, type Served, serve } from "../../kernel/served";
import { dueOf } from "./cash-up";
import { waitsWithMoney } from "./payment/gateway/beside-company";
import { shift } from "./schema";
import { handedOutIn, whyNotClose } from "./shift-keeps";
import {
  expectedCash,
  headColumns,
  keptFromCaller,
  movedInShift,
  openShiftOf,
  openShiftsOfOthers,
  ordersInShift,
  ownShiftHeld,
  shown,
  tillsOf,
} from "./shift-store";

type Ledgers = readonly KeptLedger[];

const needed = async ({ db }: Call) => (await parameterOf(db, "saleNeedsShift")) === "T";
const mayOthers = (call: Call) => call.may("shift:others");

/**
 * The sentence why the caller may not sell at a till now where a sale needs a shift; "" where they may. The shift that says
 * so stays open until the sale is written: one that closed in between would have counted a drawer without its money.
 */
export async function shiftWhyNot(call: Call, posId: number | null): Promise<string> {
  const open = await ownShiftHeld(call);
  if (!open) return m.r_no_shift();
  return posId === open.posId ? "" : m.r_shift_elsewhere({ pos: open.posName });
}

const serveGet = serve(getShift, async (call, { closing }) => {
  const standing = await shiftStanding(call);
  const others = (await mayOthers(call)) ? await openShiftsOfOthers(call) : [];
  const chosen = others.find(({ id }) => id === closing) ?? standing.open;
  const closeWhyNot = chosen ? await closeWhyNotOf(call, chosen.id) : "";
  return { ...standing, others, closeWhyNot, posList: await tillsOf(call) };
});

/** What the seller has not yet settled; "" for nothing. */
async function closeWhyNotOf(call: Call, shiftId: number): Promise<string> {
  const row = await firstOf<{ accountId: number }>(
    call.db,
    sql`select account_id::float8 as "accountId" from shift where id = ${shiftId}`,
  );
  if (!row) return "";
  return (await whyNotClose(call, shiftId)) ?? (await waitsWithMoney(call, row.accountId)) ?? "";
}

/** The caller's open shift, and whether the counter asks for one. */
export const shiftStanding = async (call: Call) => ({ open: await openShiftOf(call), needed: await needed(call) });

const serveOwn = serve(ownShift, shiftStanding);

const serveOpen = serve(openShift, async (call, { posId, opening }) => {
  const till = (await tillsOf(call)).find(({ id }) => id === posId);
  if (!till) throw new Invalid({ posId: [await noTill(call, posId)] });
  const own = await openShiftOf(call);
  if (own) throw new Refusal(m.r_shift_open_already({ shiftNo: own.shiftNo, pos: own.posName }));
  if (till.busyWith) throw new Refusal(m.r_shift_at_pos({ pos: till.name, name: till.busyWith }));
  const { userId, name } = call.caller;
  const shiftNo = nextNumber(call, "SH");
  const opened = await firstOf<{ id: number }>(
    call.db,
    sql`
      insert into shift (shift_no, account_id, seller_name, pos_id, pos_name, opened_at, opening, found)
      values (${shiftNo}, ${userId}, ${name}, ${posId}, ${till.name}, ${call.now.toISOString()}::timestamptz,
              ${opening}, ${till.left})
      on conflict do nothing
      returning id::float8 as id
    `,
  );
  // Somebody was first, here or at another till under the same name.
  if (!opened) throw new Refusal(m.refused_same_moment());
  call.audit({ thing: "shift", thingId: opened.id, label: shiftNo, after: { posName: till.name, opening } });
  return { id: opened.id, shiftNo };
});

async function noTill(call: Call, posId: number): Promise<string> {
  const kept = await firstOf<{ pos: string | null }>(call.db, sql`select ${keptFromCaller(call, posId)} as pos`);
  return kept?.pos ? m.pos_not_yours({ pos: kept.pos }) : m.r_no_pos();
}

function serveClose(ledgers: Ledgers): Served {
  return serve(closeShift, async (call, payload) => close(call, ledgers, payload));
}

async function close(call: Call, ledgers: Ledgers, payload: ParsedPayloadOf<typeof closeShift>) {
  const { shiftId, left, remark } = payload;
  const counts = new Map(payload.pieces.map(({ fen, pieces }) => [fen, pieces]));
  const pieces = [...counts].filter(([, number]) => number > 0).map(([fen, number]) => ({ fen, pieces: number }));
  const counted = pieces.reduce((sum, one) => sum + one.fen * one.pieces, 0);
  if (left > counted) throw new Invalid({ left: [m.r_shift_left({ counted: yuan(counted) })] });
  // Waits for sales under way: they hold the row until they are committed. Those that come later find it closed.
  const open = await firstOf<{ shiftNo: string; opening: number; accountId: number; status: string }>(
    call.db,
    sql`
      select shift_no as "shiftNo", opening::float8 as opening, account_id::float8 as "accountId", status
      from shift
      where id = ${shiftId}
      for update
    `,
  );
  if (!open || (open.accountId !== call.caller.userId && !(await mayOthers(call)))) throw new NotFound();
  if (open.status !== "open") throw new Refusal(m.r_shift_closed({ shiftNo: open.shiftNo }));
  const why = await closeWhyNotOf(call, shiftId);
  if (why) throw new Refusal(why);
  const expected = expectedCash(open.opening, await movedInShift(call, ledgers, shiftId));
  const difference = counted - expected;
  await call.db.execute(sql`
    update shift
    set status = 'closed', closed_at = ${call.now.toISOString()}::timestamptz, closed_by = ${call.caller.name},
        pieces = ${JSON.stringify(pieces)}::jsonb, expected = ${expected}, counted = ${counted},
        difference = ${difference}, left_in_drawer = ${left}, remark = ${remark}, row_version = row_version + 1,
        updated_at = ${call.now.toISOString()}::timestamptz
    where id = ${shiftId} and status = 'open'
  `);
  const after = { counted, expected, difference, left, remark };
  call.audit({ thing: "shift", thingId: shiftId, label: open.shiftNo, after });
  return { id: shiftId };
}

interface ReportRow extends ShiftHead {
  accountId: number;
  status: "open" | "closed";
  found: number | null;
  closedAt: string | null;
  closedBy: string;
  counted: number;
  expected: number;
  difference: number;
  left: number;
  remark: string;
  pieces: { fen: number; pieces: number }[];
}

function serveReport(ledgers: Ledgers): Served {
  return serve(shiftReport, async (call, { id }) => {
    const row = await firstOf<ReportRow>(
      call.db,
      sql`
        select ${sql.raw(headColumns)}, s.account_id::float8 as "accountId", s.status, s.found::float8 as found,
               s.closed_at as "closedAt", s.closed_by as "closedBy", s.counted::float8 as counted,
               s.expected::float8 as expected, s.difference::float8 as difference,
               s.left_in_drawer::float8 as left, s.remark, s.pieces
        from shift s
        where s.id = ${id}
      `,
    );
    if (!row || (row.accountId !== call.caller.userId && !(await mayOthers(call)))) throw new NotFound();
    const {
      accountId: _,
      closedAt,
      closedBy,
      counted,
      expected,
      difference,
      left,
      remark,
      pieces,
      ...head
    } = shown(row);
    const rolls = await handedOutIn(call, id);
    if (closedAt === null) return { ...head, rolls, closed: null };
    const rows = (await movedInShift(call, ledgers, id)).map(({ accountId: _by, name: _name, ...moved }) => ({
      ...moved,
      due: dueOf({ accountId: _by, name: _name, ...moved }),
    }));
    const count = { counted, expected, difference, left, remark, pieces };
    const orders = await ordersInShift(call, id);
    return { ...head, rolls, closed: { at: stamp(closedAt), by: closedBy, ...count, orders, rows } };
  });
}

export const shiftServed = (ledgers: Ledgers): Served[] => [
  ...serveList(shiftList, {
    table: shift,
    rows: async (call) => ((await mayOthers(call)) ? sql`true` : sql`${shift.accountId} = ${call.caller.userId}`),
  }),
  serveGet,
  serveOwn,
  serveOpen,
  serveClose(ledgers),
  serveReport(ledgers),
];
