/** Guides: one row a person, whatever document they show, and one a certificate. */
import { sql } from "drizzle-orm";
import type { DocumentKind } from "~/contract/document-kinds";
import { documentKind, readDocument } from "~/contract/identity-document";
import { m } from "~/contract/messages";
import { guide as resource } from "~/contract/travel/guide";
import { dependsOn } from "../../kernel/depends-on";
import { Invalid, Refusal } from "../../kernel/refusal";
import { serveResource } from "../../kernel/resource";
import type { Values } from "../../kernel/resource-backend";
import { firstOf } from "../../kernel/rows";
import { ofEveryAgency } from "../../kernel/scope";
import type { Call, Served } from "../../kernel/served";
import { agencyReference } from "./agency-reference";
import { guideAgency, guide as table } from "./sales-schema";

dependsOn("agency", {
  table,
  by: (id) => sql`${table.id} in (select guide_id from guide_agency where agency_id = ${id})`,
  name: table.name,
  words: m.trade_agency_has_guides,
});

export const guideServed: Served[] = serveResource(resource, {
  table,
  lines: { agencies: guideAgency },
  references: { "agencies.agencyId": agencyReference },
  check: readPerson,
  commands: {
    suspend: (_call, _row, { reason }) => ({ set: { suspendedFor: reason } }),
    resume: () => ({ set: { suspendedFor: null } }),
  },
});

async function readPerson(call: Call, values: Values, before: Values | null): Promise<void> {
  const { db } = call;
  await refuseHidden(call, values, before);
  const after: Values = { ...before, ...values };
  const kind: DocumentKind = documentKind.catch("resident").parse(after.document);
  const read = readDocument(kind, String(after.country ?? ""), String(after.identity ?? ""));
  if (!read) throw new Invalid({ identity: [kind === "passport" ? m.restricted_no_passport() : m.v_document()] });
  const person = `${read.document}/${read.country}/${read.identity}`;
  const twin = await firstOf<{ id: number; name: string }>(
    db,
    sql`select id, name from guide where person = ${person}`,
  );
  if (twin && twin.id !== before?.id) throw new Invalid({ identity: [m.trade_guide_there({ name: twin.name })] });
  Object.assign(values, { document: read.document, country: read.country || null, identity: read.identity, person });
}

/** Agencies of others are not seen by a salesman bound to their own: a list without them would take them away. */
async function refuseHidden(call: Call, values: Values, before: Values | null): Promise<void> {
  if (!before || !("agencies" in values) || !call.caller.scope?.salesmen) return;
  const count = () =>
    firstOf<{ n: number }>(
      call.db,
      sql`select count(*)::int as n from guide_agency where guide_id = ${Number(before.id)}`,
    );
  const [seen, all] = [await count(), await ofEveryAgency(call, count)];
  if ((all?.n ?? 0) > (seen?.n ?? 0)) throw new Refusal(m.trade_guide_of_others());
}
