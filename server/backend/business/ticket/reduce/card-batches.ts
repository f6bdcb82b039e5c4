/** Activities with promotion codes: their list and form, and the list of the codes. */

import { sql } from "drizzle-orm";
import { m } from "~/contract/messages";
import { activityCode, activityCard as resource } from "~/contract/ticket/activity-card";
import { maskedCode } from "~/contract/ticket/activity-code";
import { dependsOn } from "../../../kernel/depends-on";
import { Invalid } from "../../../kernel/refusal";
import { serveResource } from "../../../kernel/resource";
import type { Values } from "../../../kernel/resource-backend";
import { serveList } from "../../../kernel/serve-list";
import type { Call, Served } from "../../../kernel/served";
import { activityCardType, activityCode as codes, activityCard as table } from "../reduce-schema";
import { ticketType } from "../schema";
import { codesServed } from "./card-codes";

dependsOn("ticketType", {
  table,
  by: (id) => sql`${table.id} in (select activity_card_id from activity_card_type where ticket_type_id = ${id})`,
  name: table.name,
  words: m.card_dep,
});
dependsOn("activityCard", { table: codes, by: codes.activityCardId, words: m.card_dep_codes });

export const cardServed: Served[] = [
  ...serveResource(resource, {
    table,
    lines: { types: activityCardType },
    references: { "types.ticketTypeId": { table: ticketType, name: ticketType.name, status: ticketType.status } },
    check,
  }),
  ...serveList(activityCode, {
    table: codes,
    references: { activityCardId: { table, name: table.name, status: table.status } },
    shown: (_call, rows) => rows.map((row) => ({ ...row, tail: maskedCode(String(row.tail)) })),
  }),
  ...codesServed,
];

const promised = ["rule", "rate", "amount", "price", "quantity"] as const;

/** What a code does was promised with it: once they are told, it stays. And what the rule does not ask for is nothing. */
async function check(_call: Call, values: Values, before: Values | null): Promise<void> {
  const rule = values.rule ?? before?.rule;
  for (const name of ["rate", "amount", "price"] as const) if (name !== rule && name in values) values[name] = null;
  if (!before?.issuedAt) return;
  for (const name of promised) {
    if (!(name in values) || (values[name] ?? null) === (before[name] ?? null)) continue;
    throw new Invalid({ [name]: [m.card_promised()] });
  }
}
