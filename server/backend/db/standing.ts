/** What stands in a database beyond a first start: what a restore would take away. */
import { sql } from "drizzle-orm";
import type { Transaction } from "./database";
import { tablesInOrder } from "./tables-in-order";

/**
 * Rows that a first start makes. Any number of those that every start brings up to date, and of those that come by themselves
 * when somebody signs in and looks around; what is changed among them by hand stands in the audit log.
 */
const any = Number.POSITIVE_INFINITY;
const ofFirstStart: Readonly<Record<string, number>> = {
  ...{ account: 1, corp: 1, role: 3 },
  ...{
    area: any,
    button: any,
    dict_item: any,
    dict_type: any,
    fun: any,
    holiday: any,
    official_holiday: any,
    sys_param: any,
  },
  ...{ role_grant: any, seeded_grant: any, job: any, job_schedule: any },
  ...{
    session: any,
    sign_in_log: any,
    sign_in_device: any,
    sign_in_proof: any,
    captcha: any,
    check_code: any,
    factor_step: any,
  },
  ...{ auth_code: any, idempotency: any, page_tab: any, recent_function: any },
};
/** The first password is changed by whoever signs in first. */
const ownPassword = "where method not in ('changpwd', 'adminPassword')";

/** As they are told; the others by the names of their tables. */
const words: Readonly<Record<string, string>> = {
  orders: "orders",
  ticket: "tickets",
  account: "accounts",
  corp: "corps",
  role: "roles",
  park: "parks",
  ticket_type: "ticket types",
  audit_log: "changes on record",
};
const named = Object.keys(words);
/** Counted so far; it need not be exact to be a warning. */
const countedTo = 1_000_000;

/** "1,204 orders, 3 parks and rows in 12 more tables"; "" where a first start is all there was. */
export async function whatStands(tx: Transaction): Promise<string> {
  const tables = await tablesInOrder(tx);
  if (tables.length === 0) return "";
  const counted = tables.filter((table) => ofFirstStart[table] !== any);
  const count = (table: string) => {
    const upTo = named.includes(table) ? countedTo : 1;
    const rule = table === "audit_log" ? ownPassword : "";
    return `select '${table}' as name, (select count(*)::int from (select from "${table}" ${rule} limit ${upTo}) r) as count`;
  };
  const { rows } = await tx.execute<{ name: string; count: number }>(sql.raw(counted.map(count).join(" union all ")));
  const more = rows.filter(({ name, count }) => count > (ofFirstStart[name] ?? 0));
  if (more.length === 0) return "";
  const told = named
    .flatMap((table) => more.filter(({ name }) => name === table))
    .map(({ name, count }) => `${count.toLocaleString("en")}${count === countedTo ? " or more" : ""} ${words[name]}`);
  const others = more.map(({ name }) => name).filter((name) => !named.includes(name));
  if (others.length > 0)
    told.push(`rows in ${others.slice(0, 3).join(", ")}${others.length > 3 ? " and other tables" : ""}`);
  return told.join(", ");
}
