/** Types of cards that this corp opens to others of its group, and what those have taken of them (record 267). */
import { sql } from "drizzle-orm";
import { pgTableCreator, text } from "drizzle-orm/pg-core";
import { m } from "~/contract/messages";
import { cardShare as resource } from "~/contract/stored/card-share";
import { bigintColumn } from "../../kernel/bigint-column";
import { businessDay } from "../../kernel/business-time";
import { dependsOn } from "../../kernel/depends-on";
import type { ListRow } from "../../kernel/list-source";
import type { Reference } from "../../kernel/reference";
import { Invalid, Refusal } from "../../kernel/refusal";
import { serveResource } from "../../kernel/resource";
import type { CommandsBackend, Values } from "../../kernel/resource-backend";
import { firstOf, rowsOf } from "../../kernel/rows";
import type { Call, Served } from "../../kernel/served";
import { refuseKind } from "../card/kinds";
import { storedTypeReference } from "../card/type";
import { cardShare as table } from "./schema";

dependsOn("cardType", { table, by: table.cardTypeId, name: table.name, words: m.groupcard_dep_type });

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
  end: (_call, { name }, { reason }) => ({ set: { reason }, notice: m.groupcard_did_end({ name: name ?? "" }) }),
  async reopen(call, { memberId, name }) {
    if (!(await peerOf(call, memberId))) throw new Refusal(m.groupcard_not_in_group({ name: name ?? "" }));
    return { set: { reason: null } };
  },
};

const served = serveResource(resource, {
  table,
  query: { from: "card_share s", columns: { today: sql`0`, total: sql`0` } },
  references: { cardTypeId: storedTypeReference, memberId: peerReference },
  commands,
  check,
  shown: withUse,
});

/** Tenants are rows of head office: no foreign key of this corp reaches them. */
export const cardShareServed: Served[] = served.map((one) =>
  one.stored ? { ...one, stored: { ...one.stored, references: { cardTypeId: storedTypeReference } } } : one,
);

async function check(call: Call, values: Values, before: Values | null): Promise<void> {
  if (Number(values.dailyLimit ?? before?.dailyLimit ?? 0) <= 0)
    throw new Invalid({ dailyLimit: [m.stored_amount_wanted()] });
  if (before) return;
  await refuseKind(call, values, "stored");
  values.name = (await peerOf(call, Number(values.memberId)))?.name ?? null;
}

const peerOf = ({ db }: Call, id: number) =>
  firstOf<{ name: string }>(db, sql`select name from group_peer where id = ${id}`);

/** What the other corps took: figures alone cross. */
async function withUse({ db, now }: Call, rows: ListRow[]): Promise<ListRow[]> {
  const ids = `{${rows.map(({ id }) => Number(id)).join(",")}}`;
  const found = await rowsOf<{ id: number; today: number; total: number }>(
    db,
    sql`
      select share_id::float8 as id, today::float8 as today, total::float8 as total
      from card_share_use(${ids}::bigint[], ${businessDay(now)}::date)
    `,
  );
  const uses = new Map(found.map((use) => [use.id, use]));
  return rows.map((row) => {
    const { today = 0, total = 0 } = uses.get(Number(row.id)) ?? {};
    return { ...row, today, total };
  });
}
