/** The agency that a counter sells to, as it was typed: its code, its name, or a part of it that only one has. */
import { type SQL, sql } from "drizzle-orm";
import { m } from "~/contract/messages";
import { onAccount } from "~/contract/order/cash";
import { yuan } from "../../kernel/money";
import { firstOf, rowsOf } from "../../kernel/rows";
import { ofEveryAgency } from "../../kernel/scope";
import type { Call } from "../../kernel/served";
import { type Account, freeOf, readAccounts } from "./accounts";
import { layersOf } from "./layers";
import { chargeWhyNot } from "./on-account";
import { sayShared, sharedClosed } from "./shared-agency";

/** An expression: whether there is an agency to sell to. Counters of corps without any show nothing of them. */
export const anyAgency: SQL = sql`
  exists (select from travel_agency where corp_code = current_setting('app.corp_code') and status = 'active')
`;

/** Whose policies are the floor below an agency's own prices (record 144). */
const agencyGroup = "agency";

/** Of an agency: its own prices, above those of agencies; of nobody those of everybody. */
export const pricesOfAgency = async (call: Call, agency: { id: number } | null) =>
  agency ? { group: agencyGroup, layers: await layersOf(call, agency.id) } : {};

/** As an order was sold: of an agency's its own prices. */
export async function pricesOfOrder(call: Call, orderId: number) {
  const agency = await firstOf<{ id: number }>(
    call.db,
    sql`select agency_id::float8 as id from travel_order where order_id = ${orderId} and agency_id is not null`,
  );
  return pricesOfAgency(call, agency ?? null);
}

/** Names in a sentence. */
const most = 5;

export interface ChosenAgency {
  agency: Account | null;
  /** Why none was chosen by what was typed; "" where nothing was, or one is. */
  problem: string;
}

export async function agencyTyped(call: Call, typed: string): Promise<ChosenAgency> {
  if (typed === "") return { agency: null, problem: "" };
  const active = await findAgencies(call, typed);
  // One that nothing is sold to is named as such.
  const found = active.length > 0 ? active : await findAgencies(call, typed, sql`true`);
  const exact = found.filter(({ exact }) => exact);
  const [one, another] = exact.length === 1 ? exact : found;
  if (!one) return { agency: null, problem: m.sale_agency_none({ typed }) };
  if (another) {
    const names = found.slice(0, most).map(({ name }) => name);
    const more = found.length > most ? "…" : "";
    return { agency: null, problem: m.sale_agency_several({ names: names.join(m.did_list_sep()) + more }) };
  }
  const [agency = null] = await readAccounts(call, sql`a.id = ${one.id}`);
  const closed = agency ? await closedFor(call, agency) : m.sale_agency_not_active({ name: one.name });
  return closed ? { agency: null, problem: closed } : { agency, problem: "" };
}

async function closedFor(call: Call, agency: Account): Promise<string> {
  const closed = await sharedClosed(call, agency);
  return closed || (agency.status === "active" ? "" : m.sale_agency_not_active({ name: agency.name }));
}

/** By agency: why nothing is sold to it, on account or otherwise; those that are sold to are left out. */
export const closedAgencies = (call: Call, ids: readonly number[]): Promise<Map<number, string>> =>
  ofEveryAgency(call, async () => {
    const closed = new Map<number, string>();
    for (const agency of await readAccounts(call, sql`a.id = any (${`{${ids}}`}::bigint[])`)) {
      const why = await closedFor(call, agency);
      if (why) closed.set(agency.id, why);
    }
    return closed;
  });

function findAgencies(
  { db }: Call,
  typed: string,
  which: SQL = sql`status = 'active'`,
): Promise<{ id: number; name: string; exact: boolean }[]> {
  const part = `%${typed.replace(/[\\%_]/g, (sign) => `\\${sign}`)}%`;
  return rowsOf(
    db,
    sql`
      select id::float8 as id, name, (lower(code) = lower(${typed}) or lower(name) = lower(${typed})) as exact
      from travel_agency
      where corp_code = current_setting('app.corp_code')
        and (lower(code) = lower(${typed}) or lower(name) = lower(${typed})
             or ${which} and (name ilike ${part} or code ilike ${part}))
      order by exact desc, name
      limit ${most + 1}
    `,
  );
}

/** What is said of it beside its field: who it is, and what may be sold on its account; or why this amount may not. */
export async function sayAgency(call: Call, account: Account, amount: number): Promise<string> {
  if (account.settlement === "cash") return m.sale_agency_cash({ name: account.name });
  const whyNot = await chargeWhyNot(call, account, amount);
  return whyNot || m.sale_agency_free({ name: sayShared(account), free: yuan(freeOf(account)) });
}

/** Who pays, where one of the payments is on account. */
export const payingAgency = (agencyId: number | null | undefined, types: readonly string[]) =>
  agencyId && types.includes(onAccount) ? [{ paymentType: onAccount, id: String(agencyId) }] : [];

/** Whether an agency settles on its account. */
export async function settlesOnAccount(call: Call, agencyId: number | null): Promise<boolean> {
  if (agencyId === null) return false;
  const [account] = await readAccounts(call, sql`a.id = ${agencyId}`);
  return account !== undefined && account.settlement !== "cash";
}
