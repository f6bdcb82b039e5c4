/** Restricted visitors: kept, and refused at the sale. The gate reads them with the ticket (`check-store.ts`). */
import { sql } from "drizzle-orm";
import type { DocumentKind } from "~/contract/document-kinds";
import { documentKind, type IdentityDocument, readDocument } from "~/contract/identity-document";
import { m } from "~/contract/messages";
import { restrictedVisitor as resource } from "~/contract/ticket/restricted-visitor";
import { businessDay } from "../../kernel/business-time";
import { maskIdentity } from "../../kernel/mask";
import { Invalid } from "../../kernel/refusal";
import { serveResource } from "../../kernel/resource";
import type { Values } from "../../kernel/resource-backend";
import { firstOf, rowsOf } from "../../kernel/rows";
import type { Call } from "../../kernel/served";
import { restrictedVisitor as table } from "./visit-schema";

export const restrictedServed = serveResource(resource, {
  table,
  async check(call, values, before) {
    const today = businessDay(call.now);
    // Whoever corrects the reason of one that has run out need not prolong it.
    if (values.untilDay !== before?.untilDay && String(values.untilDay) < today)
      throw new Invalid({ untilDay: [m.restricted_day_past()] });
    if (before) return;
    values.setBy = call.caller.name;
    await readPerson(call, values);
  },
  commands: {
    renew: {
      mayNot: ({ now }, rows) => rows.map(({ untilDay }) => (untilDay < businessDay(now) ? m.restricted_over() : null)),
      run: ({ caller }) => ({ set: { setBy: caller.name } }),
    },
  },
});

/** Kind, country and number together are the person: for limits, gates and here alike. */
export const personOf = ({ document, country, identity }: Record<keyof IdentityDocument, string>) =>
  `${document}/${country}/${identity}`;

async function readPerson({ db }: Call, values: Values): Promise<void> {
  const kind: DocumentKind = documentKind.catch("resident").parse(values.document);
  const read = readDocument(kind, String(values.country ?? ""), String(values.identity ?? ""));
  if (!read) throw new Invalid({ identity: [kind === "passport" ? m.restricted_no_passport() : m.v_document()] });
  Object.assign(values, read, { country: read.country || null, person: personOf(read) });
  const twin = await firstOf<{ name: string }>(
    db,
    sql`select name from restricted_visitor where person = ${personOf(read)}`,
  );
  if (twin) throw new Invalid({ identity: [m.restricted_there({ name: twin.name })] });
}

type Visitors = readonly ((IdentityDocument & { name: string }) | null)[];

/** Refuses visitors who may not buy, each beside their number. */
export async function refuseRestricted(call: Call, visitors: Visitors): Promise<void> {
  const restricted = await restrictedAmong(call, visitors);
  if (restricted.length === 0) return;
  throw new Invalid(
    Object.fromEntries(restricted.map(({ place, message }) => [`visitors.${place}.identity`, [message]])),
  );
}

/** Who may not buy, by their place among the visitors, and why. */
export async function restrictedAmong(
  { db, now }: Call,
  visitors: Visitors,
): Promise<{ place: number; message: string }[]> {
  const people = visitors.flatMap((visitor) => (visitor ? [personOf(visitor)] : []));
  if (people.length === 0) return [];
  const found = await rowsOf<{ person: string; untilDay: string; reason: string }>(
    db,
    sql`
      select person, until_day as "untilDay", reason
      from restricted_visitor
      where person = any (${sql.param(people)}::text[])
        and status = 'active'
        and until_day >= ${businessDay(now)}::date
    `,
  );
  return visitors.flatMap((visitor, place) => {
    if (!visitor) return [];
    const { name, identity } = visitor;
    const no = found.find(({ person }) => person === personOf(visitor));
    if (!no) return [];
    const facts = { name, identity: maskIdentity(identity), until: no.untilDay, reason: no.reason };
    return [{ place, message: m.restricted_at_sale(facts) }];
  });
}

export interface Restriction {
  until: string;
  reason: string;
  /** Masked. */
  identity: string;
}

/** Of people, by {@link personOf}: until when they may not enter and why, days that are over included. */
export async function restrictionsOf(
  db: Call["db"],
  people: readonly { document: string; country: string; identity: string }[],
): Promise<Map<string, Restriction>> {
  if (people.length === 0) return new Map();
  const found = await rowsOf<{ person: string; until: string; reason: string; identity: string }>(
    db,
    sql`
      select person, until_day as until, reason, identity
      from restricted_visitor
      where person = any (${sql.param(people.map(personOf))}::text[])
        and status = 'active'
    `,
  );
  return new Map(
    found.map(({ person, identity, ...said }) => [person, { ...said, identity: maskIdentity(identity) }] as const),
  );
}

/** Numbers of those whose restriction was made, changed or lifted since. */
export async function restrictedSince(db: Call["db"], since: Date): Promise<string[]> {
  const found = await rowsOf<{ identity: string }>(
    db,
    sql`select identity from restricted_visitor where updated_at >= ${since.toISOString()}::timestamptz`,
  );
  return found.map(({ identity }) => identity);
}

/**
 * Until when somebody is restricted and why, or null; `person` an expression of the statement's own, as {@link personOf} has it.
 * For the statements of a gate, which ask it with whatever else they read.
 */
export const restrictionOf = (person: string) => `(
  select json_build_object('until', r.until_day, 'reason', r.reason)
  from restricted_visitor r
  where r.person = ${person}
    and r.status = 'active'
  limit 1
)`;

/** Of `ticket t`: null too where the ticket names no holder. */
export const restrictionOfHolder = `case when t.holder_identity <> '' then ${restrictionOf(
  "t.holder_document || '/' || t.holder_country || '/' || t.holder_identity",
)} end`;
