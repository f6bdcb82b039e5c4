/** What shifts are made of: the open one of a person, the tills, and the money that was stamped with a shift. */
import { type SQL, sql } from "drizzle-orm";
import { cash } from "~/contract/order/cash";
import type { ShiftHead } from "~/contract/order/shift";
import { stamp } from "../../kernel/business-time";
import type { KeptLedger } from "../../kernel/ledger";
import { prepared } from "../../kernel/prepared";
import { rowsOf } from "../../kernel/rows";
import type { Call } from "../../kernel/served";
import { dueOf, type Moved, movedIn } from "./cash-up";
import type { Till as PaidAt } from "./payment/pay-setting";

export const headColumns = `
  s.id::float8 as id, s.shift_no as "shiftNo", s.seller_name as "sellerName", s.pos_id::float8 as "posId",
  s.pos_name as "posName", s.opened_at as "openedAt", s.opening::float8 as opening
`;

const openOf = `select ${headColumns} from shift s where s.account_id = $1 and s.status = 'open'`;
const openOfOthers = `select ${headColumns} from shift s where s.account_id <> $1 and s.status = 'open' order by s.id`;

export function shown<H extends { openedAt: string }>(head: H): H {
  return { ...head, openedAt: stamp(head.openedAt) };
}

export async function openShiftOf({ db, caller }: Call): Promise<ShiftHead | null> {
  const [open] = await prepared<ShiftHead>(db, openOf, [caller.userId]);
  return open ? shown(open) : null;
}

/** As {@link openShiftOf}, and it is not closed until the transaction ends: the lock that stamping its money takes. */
export async function ownShiftHeld({ db, caller }: Call): Promise<ShiftHead | null> {
  const [open] = await prepared<ShiftHead>(db, `${openOf} for share`, [caller.userId]);
  return open ? shown(open) : null;
}

/** The till at which the caller takes money beside a sale: that of their shift. */
export async function counterTill(call: Call): Promise<PaidAt> {
  return { channel: "window", posId: (await openShiftOf(call))?.posId ?? null };
}

/** The open shift of an account. It is not closed until the transaction ends. */
export async function shiftHeldOf(
  { db }: Pick<Call, "db">,
  accountId: number,
): Promise<{ id: number; shiftNo: string } | null> {
  const [open] = await rowsOf<{ id: number; shiftNo: string }>(
    db,
    sql`
      select id::float8 as id, shift_no as "shiftNo" from shift
      where account_id = ${accountId} and status = 'open'
      for key share
    `,
  );
  return open ?? null;
}

export async function hasOpenShift({ db }: Pick<Call, "db">, accountId: number): Promise<boolean> {
  const open = await rowsOf(db, sql`select id from shift where account_id = ${accountId} and status = 'open'`);
  return open.length > 0;
}

export async function openShiftsOfOthers({ db, caller }: Call): Promise<ShiftHead[]> {
  return (await prepared<ShiftHead>(db, openOfOthers, [caller.userId])).map(shown);
}

export interface Till {
  id: number;
  name: string;
  left: number | null;
  busyWith: string;
}

/** Tills in use that the caller may sell at, of the park that was chosen if one was. $1 the park, $2 the caller. */
const tills = `
  select p.id::float8 as id, p.name,
         (select s.left_in_drawer::float8 from shift s
          where s.corp_code = p.corp_code and s.pos_id = p.id and s.status = 'closed'
          order by s.id desc limit 1) as left,
         coalesce((select s.seller_name from shift s
                   where s.corp_code = p.corp_code and s.pos_id = p.id and s.status = 'open'), '') as "busyWith"
  from named_pos p
  where p.status = 'T'
    and ($1::bigint is null or p.park_id = $1::bigint)
    and (cardinality(p.sellers) = 0 or $2::bigint = any (p.sellers))
  order by p.id
`;

export const tillsOf = ({ db, caller }: Call): Promise<Till[]> =>
  prepared<Till>(db, tills, [caller.park?.id ?? null, caller.userId]);

/** An expression: the name of the till that is kept for sellers among whom the caller is not; null where they may sell there. */
export const keptFromCaller = ({ caller }: Call, posId: number | null): SQL => sql`(
  select p.name from named_pos p
  where p.id = ${posId} and cardinality(p.sellers) > 0 and not (${caller.userId}::bigint = any (p.sellers))
)`;

/** What passed through in a shift, by payment type; whoever moved it under its stamp. */
export async function movedInShift(call: Call, ledgers: readonly KeptLedger[], shiftId: number) {
  const window = sql`corp_code = current_setting('app.corp_code') and shift_id = ${shiftId}`;
  return movedIn(call, ledgers, window);
}

/** What lies in the drawer if nothing went wrong. */
export function expectedCash(opening: number, rows: readonly Moved[]): number {
  return rows.filter(({ paymentType }) => paymentType === cash).reduce((sum, row) => sum + dueOf(row), opening);
}

export async function ordersInShift(call: Call, shiftId: number): Promise<number> {
  const [found] = await rowsOf<{ orders: number }>(
    call.db,
    sql`select count(distinct order_id)::int as orders from payment where shift_id = ${shiftId} and kind = 'payment'`,
  );
  return found?.orders ?? 0;
}
