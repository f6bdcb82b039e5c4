/** Concessions: kept, with what ticket types and parks may use of them. The sale judges by `sale-concession.ts`. */
import { sql } from "drizzle-orm";
import { m } from "~/contract/messages";
import { concession as resource } from "~/contract/ticket/concession";
import { dependsOn } from "../../kernel/depends-on";
import { Invalid } from "../../kernel/refusal";
import { serveResource } from "../../kernel/resource";
import type { Values } from "../../kernel/resource-backend";
import { firstOf } from "../../kernel/rows";
import type { Call } from "../../kernel/served";
import { concession as table } from "./concession-schema";
import { ticketType } from "./schema";

dependsOn("concession", {
  table: ticketType,
  by: ticketType.concessionId,
  name: ticketType.name,
  words: m.concession_dep_type,
});
dependsOn("ticketType", {
  table: ticketType,
  by: ticketType.insteadOfId,
  name: ticketType.name,
  words: m.concession_dep_instead,
});

export const concessionReference = { table, name: table.name, status: table.status };

export const concessionServed = serveResource(resource, { table, check });

/** What its ticket types and their parks would not bear. Who sees some parks only still holds it to all of them. */
async function check(call: Call, values: Values, before: Values | null): Promise<void> {
  if (!before) return;
  const { basis, proof } = { ...before, ...values };
  if (proof === "number") {
    const type = await typeUnder(call, Number(before.id), sql`t.real_name <> 'perTicket'`);
    if (type) throw new Invalid({ proof: [m.concession_type_needs_names({ type })] });
  }
  if (basis === "resident") {
    const type = await typeUnder(call, Number(before.id), sql`p.pricing = 'government'`);
    if (type) throw new Invalid({ basis: [m.concession_no_residence_types({ type })] });
  }
}

async function typeUnder({ db }: Call, id: number, which: ReturnType<typeof sql>): Promise<string | null> {
  const found = await firstOf<{ name: string }>(
    db,
    sql`
      select t.name
      from ticket_type t
      join park p on p.corp_code = t.corp_code and p.id = t.park_id
      where t.concession_id = ${id} and t.status <> 'retired' and ${which}
      limit 1
    `,
  );
  return found?.name ?? null;
}

/** A park whose prices become the government's has no ticket for residents alone. */
export async function checkPricing({ db }: Call, { pricing }: Values, before: Values | null): Promise<void> {
  if (!before || pricing !== "government" || before.pricing === "government") return;
  const found = await firstOf<{ name: string }>(
    db,
    sql`
      select t.name
      from ticket_type t
      join concession k on k.corp_code = t.corp_code and k.id = t.concession_id
      where t.park_id = ${Number(before.id)} and t.status <> 'retired' and k.basis = 'resident'
      limit 1
    `,
  );
  if (found) throw new Invalid({ pricing: [m.concession_no_residence_types({ type: found.name })] });
}

/** What a type asks of its concession, and of the full-price type that it takes the place of. */
export async function checkConcessionOfType(call: Call, values: Values, before: Values | null): Promise<void> {
  const { id, concessionId, insteadOfId, realName, parkId } = { ...before, ...values };
  if (concessionId === null || concessionId === undefined) {
    if (insteadOfId) throw new Invalid({ insteadOfId: [m.concession_instead_of_none()] });
    return;
  }
  const row = await firstOf<{ name: string; proof: string; basis: string; pricing: string; park: string }>(
    call.db,
    sql`
      select k.name, k.proof, k.basis, p.pricing, p.name as park
      from concession k, park p
      where k.id = ${Number(concessionId)} and p.id = ${Number(parkId)}
    `,
  );
  if (!row) return;
  const { name, park } = row;
  if (row.proof === "number" && realName !== "perTicket") {
    throw new Invalid({ concessionId: [m.concession_needs_names({ name })] });
  }
  if (row.basis === "resident" && row.pricing === "government") {
    throw new Invalid({ concessionId: [m.concession_no_residence({ park, name })] });
  }
  if (before && !before.concessionId) await checkFull(call, Number(before.id));
  if (insteadOfId) await checkInstead(call, Number(insteadOfId), Number(parkId), Number(id ?? 0));
}

async function checkInstead({ db }: Call, insteadOfId: number, parkId: number, id: number): Promise<void> {
  if (insteadOfId === id) throw new Invalid({ insteadOfId: [m.concession_instead_self()] });
  const full = await firstOf<{ name: string; parkId: number; concessionId: number | null }>(
    db,
    sql`select name, park_id as "parkId", concession_id as "concessionId" from ticket_type where id = ${insteadOfId}`,
  );
  if (full && full.parkId !== parkId) throw new Invalid({ insteadOfId: [m.concession_instead_park()] });
  if (full?.concessionId) throw new Invalid({ insteadOfId: [m.concession_instead_reduced({ name: full.name })] });
}

/** What others are sold in place of stays a full-price type. */
async function checkFull({ db }: Call, id: number): Promise<void> {
  const other = await firstOf<{ name: string }>(
    db,
    sql`select name from ticket_type where instead_of_id = ${id} limit 1`,
  );
  if (other) throw new Invalid({ concessionId: [m.concession_is_full({ type: other.name })] });
}
