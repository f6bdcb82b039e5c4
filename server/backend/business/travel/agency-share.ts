/** Agencies that this corp shares with others of its group. What it brings about in the other corp is a function of the database. */

import { sql } from "drizzle-orm";
import { pgTableCreator, text } from "drizzle-orm/pg-core";
import { m } from "~/contract/messages";
import { agencyShare as resource } from "~/contract/travel/agency-share";
import { bigintColumn } from "../../kernel/bigint-column";
import { dependsOn } from "../../kernel/depends-on";
import type { ListRow } from "../../kernel/list-source";
import { yuan } from "../../kernel/money";
import { parameterOf } from "../../kernel/parameters";
import type { Reference } from "../../kernel/reference";
import { Invalid, Refusal } from "../../kernel/refusal";
import { serveResource } from "../../kernel/resource";
import type { CommandsBackend, Values } from "../../kernel/resource-backend";
import { firstOf, rowsOf } from "../../kernel/rows";
import type { Call, Served } from "../../kernel/served";
import { agencyReference } from "./agency-reference";
import { agencyShare as table, travelAgency } from "./schema";

dependsOn("agency", { table, by: table.agencyId, name: table.name, words: m.shared_dep });

const viewAsTable = pgTableCreator((name) => name);

/** The other corps of the group: a corp outside it cannot be named. */
const groupPeer = viewAsTable("group_peer", {
  corpCode: text("corp_code").notNull(),
  id: bigintColumn("id").notNull(),
  code: text("code").notNull(),
  name: text("name").notNull(),
});
const peerReference: Reference = { table: groupPeer, shows: "tenant", name: groupPeer.name };

const commands: CommandsBackend<typeof resource> = {
  changeLimit: {
    approval: (_call, { creditLimit: was }, { creditLimit, reason }) => ({
      ...{ amount: creditLimit > was ? creditLimit : 0, reason, byItself: true },
      about: { parks: [], maker: null },
    }),
    run(_call, _row, { creditLimit }) {
      if (creditLimit <= 0) throw new Invalid({ creditLimit: [m.account_nothing()] });
      return { set: { creditLimit }, notice: m.account_limit_changed({ amount: yuan(creditLimit) }) };
    },
  },
  end: (_call, { name }, { reason }) => ({ set: { reason }, notice: m.shared_did_end({ name: name ?? "" }) }),
  reopen: () => ({ set: { reason: null } }),
};

const served = serveResource(resource, {
  table,
  query: { from: "agency_share s", columns: { used: sql`0`, underWay: sql`0`, free: sql`0` } },
  references: { agencyId: { ...agencyReference, only: sql`${travelAgency.held} = 'own'` }, memberId: peerReference },
  commands,
  check,
  saved: place,
  shown: withUse,
});

/** Tenants are rows of head office: no foreign key of this corp reaches them. */
export const agencyShareServed: Served[] = served.map((one) =>
  one.stored ? { ...one, stored: { ...one.stored, references: { agencyId: agencyReference } } } : one,
);

async function check(call: Call, values: Values, before: Values | null): Promise<void> {
  const limit = Number(values.creditLimit ?? before?.creditLimit ?? 0);
  if (limit <= 0) throw new Invalid({ creditLimit: [m.account_nothing()] });
  if (before) {
    if (limit > Number(before.creditLimit)) throw new Invalid({ creditLimit: [m.account_limit_by_command()] });
    return;
  }
  const most = Number(await parameterOf(call.db, "agencyLimitApproval"));
  if (limit > most) throw new Invalid({ creditLimit: [m.shared_limit_of_two({ amount: yuan(most) })] });
  const agency = await firstOf<{ name: string; status: string; settlement: string }>(
    call.db,
    sql`select name, status, settlement from travel_agency where id = ${Number(values.agencyId)}`,
  );
  if (agency?.status !== "active")
    throw new Invalid({ agencyId: [m.sale_agency_not_active({ name: agency?.name ?? "" })] });
  if (agency.settlement === "cash") throw new Invalid({ agencyId: [m.account_cash_only({ name: agency.name })] });
  const peer = await firstOf<{ name: string }>(
    call.db,
    sql`select name from group_peer where id = ${Number(values.memberId)}`,
  );
  values.name = peer?.name ?? null;
}

/** The agency in the other corp becomes what the share says, or nothing is saved at all. */
async function place({ db }: Call, row: Values): Promise<void> {
  const placed = await firstOf<{ problem: string }>(db, sql`select place_shared_agency(${Number(row.id)}) as problem`);
  const member = { name: String(row.name ?? "") };
  switch (placed?.problem) {
    case "":
      return;
    case "there":
      throw new Invalid({ memberId: [m.shared_there(member)] });
    case "used":
      throw new Invalid({ creditLimit: [m.shared_limit_below_used(member)] });
    default:
      throw new Refusal(m.shared_not_in_group(member));
  }
}

/** What the other corps use: figures alone cross. */
async function withUse({ db }: Call, rows: ListRow[]): Promise<ListRow[]> {
  const ids = `{${rows.map(({ id }) => Number(id)).join(",")}}`;
  const found = await rowsOf<{ id: number; used: number; underWay: number }>(
    db,
    sql`
      select share_id::float8 as id, used::float8 as used, under_way::float8 as "underWay"
      from agency_share_use(${ids}::bigint[])
    `,
  );
  const uses = new Map(found.map((use) => [use.id, use]));
  return rows.map((row) => {
    const { used = 0, underWay = 0 } = uses.get(Number(row.id)) ?? {};
    const free = row.status === "shared" ? Math.max(0, Number(row.creditLimit) - used) : 0;
    return { ...row, used, underWay, free };
  });
}
