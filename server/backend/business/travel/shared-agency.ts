/**
 * Agencies that are shared within a group, as a sale meets them. Whose contract it is, whether the share is in force and how much
 * of its limit over the group is used, the database tells by functions that cross corps for exactly that (record 256).
 */
import { type SQL, sql } from "drizzle-orm";
import { m } from "~/contract/messages";
import { businessDay } from "../../kernel/business-time";
import { yuan } from "../../kernel/money";
import { firstOf } from "../../kernel/rows";
import type { Call } from "../../kernel/served";
import type { Account } from "./accounts";

interface Standing {
  state: "open" | "outside" | "ended" | "suspended" | "early" | "over";
  owner: string;
  until: string | null;
  groupLimit: number | null;
  groupUsed: number | null;
}

/** Sales on a shared agency, and what its holder changes of it, wait for one another in all corps of the group. */
export async function lockShared({ db }: Call, agencyId: number): Promise<void> {
  await db.execute(sql`select lock_shared_agency(${agencyId})`);
}

/** Undefined of an agency that no other corp has to do with. */
const standingOf = ({ db, now }: Call, agencyId: number) =>
  firstOf<Standing>(
    db,
    sql`
      select state, owner, until_day::text as "until", group_limit::float8 as "groupLimit",
             group_used::float8 as "groupUsed"
      from shared_agency_standing(${agencyId}, ${businessDay(now)}::date)
    `,
  );

/** Why a shared agency is sold nothing, on account or otherwise; "" of one that is, and of an own one. */
export async function sharedClosed(call: Call, account: Account): Promise<string> {
  if (account.sharedBy === null) return "";
  const standing = await standingOf(call, account.id);
  return standing ? sayClosed(account, standing) : "";
}

/** What of the limit over the group is missing for a sale, beside that of its corp; of nothing, nothing. */
export async function sharedWhyNot(call: Call, account: Account, amount: number): Promise<string> {
  const standing = await standingOf(call, account.id);
  if (!standing) return "";
  const closed = sayClosed(account, standing);
  if (closed) return closed;
  const { groupLimit: limit, groupUsed: used } = standing;
  const credit = Math.max(0, amount - account.prepaid);
  if (limit === null || used === null || credit === 0 || used + credit <= limit) return "";
  const free = Math.max(0, limit - used);
  const facts = { limit: yuan(limit), used: yuan(used), free: yuan(free), amount: yuan(credit) };
  return m.shared_group_short({ name: account.name, ...facts, missing: yuan(credit - free) });
}

function sayClosed({ name }: Account, { state, owner, until }: Standing): string {
  const who = { name, owner };
  switch (state) {
    case "open":
      return "";
    case "outside":
      return m.shared_outside(who);
    case "ended":
      return m.shared_ended(who);
    case "suspended":
      return m.shared_suspended(who);
    case "early":
      return m.shared_early({ ...who, day: until ?? "" });
    case "over":
      return m.shared_over({ ...who, day: until ?? "" });
  }
}

/** The corp of the group that holds an agency, by its id as SQL; null of an own one. */
export const holderOf = (agencyId: SQL): SQL => sql`(
  select a.shared_by from travel_agency a where a.corp_code = current_setting('app.corp_code') and a.id = ${agencyId}
)`;

/** How an agency is called where it is sold to. */
export const sayShared = ({ name, sharedBy }: Account): string =>
  sharedBy === null ? name : m.shared_name({ name, owner: sharedBy });
