/** Combos: which ticket types one is made of, and what each of them gets of its price. */
import { eq, sql } from "drizzle-orm";
import { m } from "~/contract/messages";
import { combo as resource } from "~/contract/ticket/combo";
import { businessDay } from "../../kernel/business-time";
import { dependsOn } from "../../kernel/depends-on";
import { yuan } from "../../kernel/money";
import { Invalid } from "../../kernel/refusal";
import { serveResource } from "../../kernel/resource";
import { isRows, type Values } from "../../kernel/resource-backend";
import { firstOf, rowsOf } from "../../kernel/rows";
import type { Call } from "../../kernel/served";
import { termsOfLine } from "../order/query-parts";
import { comboPart, combo as table } from "./combo-schema";
import { ticketType } from "./schema";

dependsOn("ticketType", { table, by: table.ticketTypeId, name: table.name, words: m.combo_dep });
dependsOn("ticketType", {
  table,
  by: (id) => sql`${table.id} in (select combo_id from combo_part where ticket_type_id = ${id})`,
  name: table.name,
  words: m.combo_dep_part,
});

const named = { table: ticketType, name: ticketType.name, status: ticketType.status };

export const comboServed = serveResource(resource, {
  table,
  lines: { parts: comboPart },
  references: { ticketTypeId: named, "parts.ticketTypeId": named },
  check,
  dependents: stillSold,
  impact: stillOut,
});

interface TypeRow {
  id: number;
  name: string;
  kind: string;
  status: string;
  listPrice: number;
  slots: number;
  perIdentityDay: number | null;
  pooled: boolean;
  isCombo: boolean;
}

async function check(call: Call, values: Values, before: Values | null): Promise<void> {
  const { parts } = values;
  if (!isRows(parts)) {
    // Shares that were said the other way are not there.
    if (before && before.splitBy !== values.splitBy) throw new Invalid({ splitBy: [m.combo_parts_with_split()] });
    return;
  }
  const own = Number(values.ticketTypeId);
  const types = await typesOf(call, [own, ...parts.map((part) => Number(part.ticketTypeId))]);
  const type = types.get(own);
  if (type) checkType(type);
  parts.forEach((part, line) => {
    const one = types.get(Number(part.ticketTypeId));
    const why = one && partWhyNot(one, own);
    if (why) throw new Invalid({ [`parts.${line}.ticketTypeId`]: [why] });
  });
  const known = parts.map((part) => ({ ...part, type: types.get(Number(part.ticketTypeId)) }));
  const slotted = known.filter((part) => (part.type?.slots ?? 0) > 0).map((part) => part.type?.name ?? "");
  if (slotted.length > 1) {
    throw new Invalid({ parts: [m.combo_two_slots({ one: slotted[0] ?? "", other: slotted[1] ?? "" })] });
  }
  if (type) checkPrice(type, values, parts, known);
  values.pieces = parts.reduce((sum, { quantity }) => sum + Number(quantity), 0);
}

/** What a combo's type may not ask, since its parts do. */
function checkType({ name, kind, slots, perIdentityDay, pooled }: TypeRow): void {
  const no = (message: string) => new Invalid({ ticketTypeId: [message] });
  if (kind !== "combo") throw no(m.combo_wrong_kind({ name }));
  if (slots > 0) throw no(m.combo_no_slots({ name }));
  if (perIdentityDay !== null) throw no(m.combo_no_limit({ name }));
  if (pooled) throw no(m.combo_no_quota({ name }));
}

function partWhyNot({ id, name, status, isCombo }: TypeRow, own: number): string {
  if (id === own) return m.combo_in_itself();
  if (isCombo) return m.combo_nested({ name });
  return status === "retired" ? m.combo_part_retired({ name }) : "";
}

/** Amounts add up to the list price; and a combo is never dearer than its parts are singly. */
function checkPrice(
  { listPrice }: TypeRow,
  { splitBy }: Values,
  parts: readonly Record<string, unknown>[],
  known: readonly { type: TypeRow | undefined }[],
): void {
  const sum = parts.reduce((total, { amount }) => total + Number(amount ?? 0), 0);
  if (splitBy === "amount" && sum !== listPrice) {
    throw new Invalid({ parts: [m.combo_sum_wrong({ sum: yuan(sum), price: yuan(listPrice) })] });
  }
  const singly = known.reduce(
    (total, { type }, index) => total + (type?.listPrice ?? 0) * Number(parts[index]?.quantity ?? 0),
    0,
  );
  if (listPrice > singly) {
    throw new Invalid({ ticketTypeId: [m.combo_too_dear({ price: yuan(listPrice), singly: yuan(singly) })] });
  }
}

async function typesOf(call: Call, ids: readonly number[]): Promise<Map<number, TypeRow>> {
  const rows = await rowsOf<TypeRow>(
    call.db,
    sql`
      select t.id, t.name, t.kind, t.status, t.list_price as "listPrice", t.per_identity_day as "perIdentityDay",
             (select count(*)::int from ticket_type_slot s where s.corp_code = t.corp_code and s.ticket_type_id = t.id) as slots,
             exists (
               select from quota_pool_type p where p.corp_code = t.corp_code and p.ticket_type_id = t.id
             ) as pooled,
             exists (select from combo c where c.corp_code = t.corp_code and c.ticket_type_id = t.id) as "isCombo"
      from ticket_type t
      where t.id = any (${sql.param([...ids])}::bigint[])
    `,
  );
  return new Map(rows.map((row) => [row.id, row]));
}

/** Without it the type would be sold as one ticket. */
async function stillSold(call: Call, id: number): Promise<string[]> {
  const [sold] = await call.db
    .select({ name: ticketType.name, status: ticketType.status })
    .from(table)
    .innerJoin(ticketType, eq(ticketType.id, table.ticketTypeId))
    .where(eq(table.id, id));
  return sold && (sold.status === "onSale" || sold.status === "suspended")
    ? [m.combo_on_sale({ name: sold.name })]
    : [];
}

/** Combos of which somebody has tickets that nobody has used: they keep the parts that they were sold as. */
async function stillOut(call: Call, id: number): Promise<string> {
  const own = await firstOf<{ typeId: number; parts: number[] }>(
    call.db,
    sql`
      select c.ticket_type_id::float8 as "typeId",
             (select array_agg(p.ticket_type_id::float8) from combo_part p where p.corp_code = c.corp_code and p.combo_id = c.id) as parts
      from combo c
      where c.id = ${id}
    `,
  );
  if (!own) return "";
  const out = await firstOf<{ sets: number; orders: number; amount: number; first: string; last: string }>(
    call.db,
    sql`
      select count(distinct (t.order_id, t.combo_set))::int as sets, count(distinct t.order_id)::int as orders,
             coalesce(sum(t.price), 0)::float8 as amount, min(t.visit_day)::text as first, max(t.visit_day)::text as last
      from ticket t
      where t.ticket_type_id = any (${sql.param(own.parts)}::bigint[])
        and t.state = 'issued'
        and t.valid_to >= ${businessDay(call.now)}::date
        and t.combo_set is not null
        and ${termsOfLine("t")} -> 'combo' ->> 'id' = ${String(own.typeId)}
    `,
  );
  return out && out.sets > 0 ? m.impact_combo({ ...out, amount: yuan(out.amount) }) : "";
}

/** A type with a combo stays what a combo's type may be. Of any other nothing is said. */
export async function checkTypeOfCombo(call: Call, values: Values, before: Values): Promise<void> {
  const slots = isRows(values.slots) ? values.slots : [];
  const limited = (values.perIdentityDay ?? null) !== null;
  if (values.kind === "combo" && slots.length === 0 && !limited) return;
  const found = await firstOf<{ name: string }>(
    call.db,
    sql`select name from combo where ticket_type_id = ${Number(before.id)}`,
  );
  if (!found) return;
  const name = String(values.name);
  if (values.kind !== "combo") throw new Invalid({ kind: [m.combo_kind_fixed({ combo: found.name })] });
  throw limited
    ? new Invalid({ perIdentityDay: [m.combo_no_limit({ name })] })
    : new Invalid({ slots: [m.combo_no_slots({ name })] });
}

/** Places of a combo are those of its parts: none of these types may be one. */
export async function refuseCombosInPool(call: Call, typeIds: readonly number[]): Promise<void> {
  const found = await firstOf<{ name: string }>(
    call.db,
    sql`
      select t.name
      from combo c
      join ticket_type t on t.corp_code = c.corp_code and t.id = c.ticket_type_id
      where c.ticket_type_id = any (${sql.param([...typeIds])}::bigint[])
      limit 1
    `,
  );
  if (found) throw new Invalid({ ticketTypeIds: [m.combo_no_quota({ name: found.name })] });
}
