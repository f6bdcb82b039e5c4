/** Accounts of agencies as they stand, and how their figures move. Whoever moves one has locked its agency. */
import { type SQL, sql } from "drizzle-orm";
import { m } from "~/contract/messages";
import { type AccountStanding, agencyLedger as declared } from "~/contract/travel/account";
import { addDays, businessDay, startOfDay } from "../../kernel/business-time";
import { dependsOn } from "../../kernel/depends-on";
import { keepLedger, move } from "../../kernel/ledger";
import { type LedgerBackend, tellLedger } from "../../kernel/ledger-look";
import { yuan } from "../../kernel/money";
import { Invalid, Refusal } from "../../kernel/refusal";
import { firstOf, rowsOf } from "../../kernel/rows";
import { ofEveryPark } from "../../kernel/scope";
import type { Call } from "../../kernel/served";
import { agencyAccount, agencyCharge, agencyReceipt, agencyLedger as rows } from "./account-schema";
import { agencyReference } from "./agency-reference";

export const accountLedger = keepLedger(declared, { rows, accounts: agencyAccount });
export const accountLedgers: LedgerBackend[] = [{ ledger: accountLedger, references: { agencyId: agencyReference } }];
tellLedger(accountLedger, "agency", "agencyId");
dependsOn("agency", { table: agencyAccount, by: agencyAccount.agencyId, words: m.account_dep_account });
dependsOn("agency", { table: agencyReceipt, by: agencyReceipt.agencyId, words: m.account_dep_account });
dependsOn("salesman", { table: agencyReceipt, by: agencyReceipt.salesmanId, words: m.account_dep_account });
dependsOn("salesRegion", { table: agencyReceipt, by: agencyReceipt.regionId, words: m.account_dep_account });
dependsOn("agency", { table: agencyCharge, by: agencyCharge.agencyId, words: m.account_dep_account });

type Kind = keyof (typeof declared)["kinds"];

export interface Account extends Omit<AccountStanding, "underWay" | "free"> {
  id: number;
  name: string;
  code: string;
  settlement: string;
  status: string;
  /** The last day of the agreement that is signed; null where none was. */
  agreementUntil: string | null;
  /** The corp of the group that holds the contract; null of an own one. */
  sharedBy: string | null;
}

/** `where` picks agencies by the alias `a`. An agency that nothing moved for has zeros. */
export function readAccounts({ db }: Call, where: SQL): Promise<Account[]> {
  return rowsOf<Account>(
    db,
    sql`
      select a.id::float8 as id, a.name, a.code, a.settlement, a.status, a.shared_by as "sharedBy",
             a.agreement_until::text as "agreementUntil", coalesce(a.credit_limit, 0)::float8 as "limit",
             coalesce(k.prepaid, 0)::float8 as prepaid, coalesce(k.used, 0)::float8 as used,
             coalesce(k.deposit, 0)::float8 as deposit
      from travel_agency a
      left join agency_account k on k.corp_code = a.corp_code and k.agency_id = a.id
      where a.corp_code = current_setting('app.corp_code') and ${where}
    `,
  );
}

/** What may be sold on it. A limit that is below what is used leaves nothing. */
export const freeOf = ({ settlement, prepaid, limit, used }: Account): number =>
  settlement === "cash" ? 0 : prepaid + Math.max(0, limit - used);

/** Fen of refunds that wait for a second person, by agency, of every park; those without any are left out. */
export const underWayOf = (call: Call, ids: readonly number[]): Promise<Map<number, number>> =>
  ofEveryPark(call, async () => {
    const found = await refundingOf(call, sql`c.agency_id = any (${`{${ids}}`}::bigint[])`);
    return new Map(found.map(({ id, amount }) => [id, amount]));
  });

/** The same of all agencies that have any. */
export const underWayOfAll = (call: Call): Promise<{ id: number; amount: number }[]> =>
  ofEveryPark(call, () => refundingOf(call, sql`true`));

function refundingOf({ db }: Call, which: SQL): Promise<{ id: number; amount: number }[]> {
  return rowsOf<{ id: number; amount: number }>(
    db,
    sql`
      select c.agency_id::float8 as id, sum(o.refunding)::float8 as amount
      from order_standing o
      join agency_charge c on c.corp_code = o.corp_code and c.order_id = o.id
      where o.corp_code = current_setting('app.corp_code')
        and o.refunding > 0
        and ${which}
      group by c.agency_id
    `,
  );
}

/** What is not settled, in words; "" where all is. With `all`, money that is kept for the agency counts too. */
export async function unsettledOf(call: Call, ids: readonly number[], all: boolean): Promise<string[]> {
  const accounts = await readAccounts(call, sql`a.id = any (${`{${ids}}`}::bigint[])`);
  const underWay = await underWayOf(call, ids);
  const statements = await openStatements(call, ids);
  return ids.map((id) => {
    const open = statements.get(id);
    const { prepaid = 0, used = 0, deposit = 0 } = accounts.find((one) => one.id === id) ?? {};
    const waiting = underWay.get(id) ?? 0;
    return [
      used > 0 ? m.account_says_used({ amount: yuan(used) }) : "",
      waiting > 0 ? m.account_says_under_way({ amount: yuan(waiting) }) : "",
      open ? m.account_says_statements(open) : "",
      all && prepaid > 0 ? m.account_says_prepaid({ amount: yuan(prepaid) }) : "",
      all && deposit > 0 ? m.account_says_deposit({ amount: yuan(deposit) }) : "",
    ]
      .filter(Boolean)
      .join(m.did_list_sep());
  });
}

/** Statements that are neither paid nor written off, by agency: how many, and the oldest of them. */
async function openStatements(
  { db }: Call,
  ids: readonly number[],
): Promise<Map<number, { n: number; first: string }>> {
  const found = await rowsOf<{ id: number; n: number; first: string }>(
    db,
    sql`
      select agency_id::float8 as id, count(*)::int as n, (array_agg(code order by from_day, id))[1] as first
      from agency_statement
      where corp_code = current_setting('app.corp_code')
        and agency_id = any (${`{${ids}}`}::bigint[])
        and status not in ('paid', 'writtenOff', 'void')
        and total > paid
      group by agency_id
    `,
  );
  return new Map(found.map(({ id, ...open }) => [id, open]));
}

/** Last days of the ages of what is owed; the newest are up to the first. */
export const ageDays = [30, 60, 90] as const;

/** Fen owed by age. Receipts and refunds pay the oldest first, so what is owed is what was sold last. */
export async function agesOf(call: Call, { id, used }: Pick<Account, "id" | "used">): Promise<number[]> {
  return splitByAge(used, await soldSince(call, id, ageDays));
}

/** `sold`: fen sold on credit in the last 30, 60 and 90 days. */
export function splitByAge(used: number, sold: readonly number[]): number[] {
  const older = [used, ...sold.map((amount) => Math.max(0, used - amount))];
  return older.map((amount, place) => amount - (older[place + 1] ?? 0));
}

/** Fen that were sold on credit from so many days ago until now; `days` in rising order. */
async function soldSince({ db, now }: Call, agencyId: number, days: readonly number[]): Promise<number[]> {
  const from = (n: number) => sql`${startOfDay(addDays(businessDay(now), -n)).toISOString()}::timestamptz`;
  const sums = days.map((n) => sql`coalesce(sum(l.used_change) filter (where l.at >= ${from(n)}), 0)::float8`);
  const row = await firstOf<{ sold: number[] }>(
    db,
    sql`
      select array[${sql.join(sums, sql`, `)}] as sold
      from agency_account k
      join agency_ledger l on l.corp_code = k.corp_code and l.agency_account_id = k.id
      where k.corp_code = current_setting('app.corp_code') and k.agency_id = ${agencyId}
        and l.used_change > 0 and l.at >= ${from(days.at(-1) ?? 0)}
    `,
  );
  return row?.sold ?? days.map(() => 0);
}

/** The day of the oldest sale that is not paid; null where nothing is owed. */
export async function oldestOwed({ db }: Call, agencyId: number): Promise<string | null> {
  const row = await firstOf<{ at: Date }>(
    db,
    sql`
      select min(s.at) as at
      from (
        select l.at, k.used - coalesce(sum(l.used_change) over (
          order by l.id desc rows between unbounded preceding and 1 preceding
        ), 0) as open
        from agency_account k
        join agency_ledger l on l.corp_code = k.corp_code and l.agency_account_id = k.id
        where k.corp_code = current_setting('app.corp_code') and k.agency_id = ${agencyId} and l.used_change > 0
      ) s
      where s.open > 0
    `,
  );
  return row?.at ? businessDay(new Date(row.at)) : null;
}

/** Whether something is owed for longer than so many days; 0: nobody asks. */
export async function overdue(call: Call, { id, used }: Account, days: number): Promise<boolean> {
  if (days <= 0 || used <= 0) return false;
  const [sold = 0] = await soldSince(call, id, [days]);
  return used > sold;
}

/** Nothing moves by nothing. Refuses what the account does not hold at this moment. */
export async function moveAccount(
  call: Call,
  agencyId: number,
  kind: Kind,
  { amount, subject, part }: { amount: number; subject: string; part?: string },
): Promise<void> {
  if (amount === 0) return;
  await call.db.execute(sql`insert into agency_account (agency_id) values (${agencyId}) on conflict do nothing`);
  const source = { business: "travel", kind, subject, ...(part !== undefined && { part }) };
  if (!(await move(call, accountLedger, { account: { agencyId }, kind, amount, source })))
    throw new Refusal(m.refused_same_moment());
}

interface Receipt {
  amount: number;
  bankRef: string;
  remark?: string | null;
  payer?: string | null;
}

type ReceiptKind =
  | "topUp"
  | "withdraw"
  | "rebate"
  | "rebateBack"
  | "reward"
  | "rewardBack"
  | "deposit"
  | "depositBack"
  /** To a person by bank, past the account of the agency; and back. */
  | "paidOut"
  | "paidBack";

/**
 * Of two who record the same slip at once, the second is told that it is recorded. What no bank moved goes by the number of
 * what it is of. It is kept with the agency's salesman and region; what is taken back, with those of what was credited.
 */
export async function keepReceipt(
  { db, now, caller }: Call,
  agencyId: number,
  kind: ReceiptKind,
  { amount, bankRef, remark = null, payer = null }: Receipt,
): Promise<void> {
  if (amount <= 0) throw new Invalid({ amount: [m.account_nothing()] });
  const kept = await firstOf(
    db,
    sql`
      insert into agency_receipt (
        agency_id, kind, bank_ref, amount, remark, at, account_name, payer, salesman_id, region_id
      )
      select ${agencyId}::bigint, ${kind}, ${bankRef}, ${amount}::bigint, ${remark}::text,
             ${now.toISOString()}::timestamptz, ${caller.name}, ${payer}::text,
             case when credited.id is null then a.salesman_id else credited.salesman_id end,
             case when credited.id is null then coalesce(a.region_id, s.region_id) else credited.region_id end
      from (select 1) one
      left join travel_agency a on a.corp_code = current_setting('app.corp_code') and a.id = ${agencyId}::bigint
      left join salesman s on s.corp_code = a.corp_code and s.id = a.salesman_id
      left join lateral (
        select r.id, r.salesman_id, r.region_id
        from agency_receipt r
        where r.corp_code = a.corp_code and r.agency_id = a.id
          and r.kind in ('rebate', 'reward') and r.kind || 'Back' = ${kind} and r.bank_ref = ${bankRef}
        order by r.id
        limit 1
      ) credited on true
      on conflict do nothing
      returning id
    `,
  );
  if (!kept) throw new Invalid({ bankRef: [m.account_ref_used({ ref: bankRef })] });
}
