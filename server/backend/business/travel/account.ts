/** One agency's account: how it stands, how old what it owes is, and its movements between two days. */
import { sql } from "drizzle-orm";
import { pageOfSource } from "~/contract/ledger";
import { agencyAccount, agencyStanding } from "~/contract/travel/account";
import { addDays, businessDay, endOfDay, stamp, startOfDay } from "../../kernel/business-time";
import { dictionariesOf } from "../../kernel/dictionaries";
import { standingsAt } from "../../kernel/ledger-look";
import { NotFound } from "../../kernel/refusal";
import { rowsOf } from "../../kernel/rows";
import { type Call, type Served, serve } from "../../kernel/served";
import { type Account, accountLedger, agesOf, freeOf, oldestOwed, readAccounts, underWayOf } from "./accounts";
import { exceptionsOf } from "./exceptions";
import { accountWhyNot } from "./on-account";

/** Rows on one page. */
const most = 500;

interface Row {
  at: string;
  kind: string;
  source: string;
  by: string;
  change: number;
  prepaid: number;
  used: number;
  deposit: number;
}

const pageOf: (row: Pick<Row, "kind" | "source">) => string | null = pageOfSource(accountLedger.declared.kinds);

const movements = serve(agencyAccount, async (call, { id, from, to }) => {
  const account = await accountOf(call, id);
  const until = to ?? businessDay(call.now);
  const since = from ?? addDays(until, -30);
  const words = await dictionariesOf(call.db, ["agencyLedgerKind", "agencySettlement", "agencyState"], call.locale);
  const said = (name: string, value: string) => words[name]?.find((one) => one.value === value)?.label ?? "";
  const { name, code, settlement, status } = account;
  const all = await movementsOf(call, id, since, until);
  const rows = all.slice(0, most);
  const last = rows.at(-1);
  const opening = await heldAt(call, id, new Date(startOfDay(since).getTime() - 1));
  return {
    ...{ name, code, settlement: said("agencySettlement", settlement), state: said("agencyState", status) },
    ...(await owingOf(call, account)),
    ...{ from: since, to: until, opening },
    closing: last ? { prepaid: last.prepaid, used: last.used, deposit: last.deposit } : opening,
    rows: rows.map((row) => ({
      ...row,
      at: stamp(row.at),
      kind: said("agencyLedgerKind", row.kind),
      to: pageOf(row) ?? "",
    })),
    more: all.length > most,
    exceptions: await exceptionsOf(call, id),
  };
});

const standing = serve(agencyStanding, async (call, { id }) => {
  const account = await accountOf(call, id);
  return { settlement: account.settlement, ...(await owingOf(call, account)) };
});

export const accountServed: Served[] = [movements, standing];

async function accountOf(call: Call, id: number): Promise<Account> {
  const [account] = await readAccounts(call, sql`a.id = ${id}`);
  if (!account) throw new NotFound();
  return account;
}

async function owingOf(call: Call, account: Account) {
  const { id, prepaid, limit, used, deposit } = account;
  const underWay = (await underWayOf(call, [id])).get(id) ?? 0;
  return {
    standing: { prepaid, limit, used, deposit, underWay, free: freeOf(account) },
    ages: await agesOf(call, account),
    oldest: used > 0 ? ((await oldestOwed(call, id)) ?? "") : "",
    whyNot: await accountWhyNot(call, account, 0),
  };
}

function movementsOf({ db }: Call, id: number, from: string, to: string): Promise<Row[]> {
  return rowsOf<Row>(
    db,
    sql`
      select l.at, l.kind, l.source, l.account_name as by,
             (l.prepaid_change + l.used_change + l.deposit_change)::float8 as change,
             l.prepaid::float8 as prepaid, l.used::float8 as used, l.deposit::float8 as deposit
      from agency_account k
      join agency_ledger l on l.corp_code = k.corp_code and l.agency_account_id = k.id
      where k.corp_code = current_setting('app.corp_code')
        and k.agency_id = ${id}
        and l.at >= ${startOfDay(from).toISOString()}::timestamptz
        and l.at < ${endOfDay(to).toISOString()}::timestamptz
      order by l.at, l.id
      limit ${most + 1}
    `,
  );
}

async function heldAt(call: Call, id: number, at: Date) {
  const [one] = await standingsAt(call, accountLedger, at, sql`a.agency_id = ${id}`);
  return { prepaid: Number(one?.prepaid ?? 0), used: Number(one?.used ?? 0), deposit: Number(one?.deposit ?? 0) };
}
