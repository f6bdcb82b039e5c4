/** What the lines of a price list bring about: what their agencies pay today, and what they will, on the first day that counts. */
import { sql } from "drizzle-orm";
import { m } from "~/contract/messages";
import { addDays, businessDay } from "../../kernel/business-time";
import { yuan } from "../../kernel/money";
import type { ImportedRow, Values } from "../../kernel/resource-backend";
import { rowsOf } from "../../kernel/rows";
import type { Call } from "../../kernel/served";
import { applies, type PolicyTerms, resolvePrice } from "../ticket/rules/price";
import { counterChannel, questionOf, readSaleContext, type SaleContext } from "../ticket/sale-context";
import { layerCode, layersOf } from "./layers";

/** As `trade_price_policy` numbers its rows; a line without a row comes after all of them. */
const firstPolicy = 1_000_000_000_000;
const newest = 2 * firstPolicy;
/** Days that are tried: within them every weekday comes, and holidays may not. */
const daysTried = 7;
/** Whoever has a contract is of this group. */
const contracted = "agency";

const weekdays: Readonly<Record<string, string>> = { workdays: "TTTTTFF", weekends: "FFFFFTT" };

/** A sentence a line, in their order; "" of one that gives no price. */
export async function priceEffects(call: Call, rows: readonly ImportedRow[]): Promise<string[]> {
  const stored = await storedOf(
    call,
    rows.flatMap(({ foundId }) => foundId ?? []),
  );
  const contexts = new Map<string, Promise<SaleContext>>();
  const says: string[] = [];
  for (const { values, foundId } of rows) {
    const line = { ...(foundId === null ? {} : stored.get(foundId)), ...values };
    says.push(line.status === "F" ? "" : await effectOf(call, line, foundId, contexts));
  }
  return says;
}

/** Of lines that change a row: what it is now, under the names of its fields. */
async function storedOf({ db }: Call, ids: readonly number[]): Promise<Map<number, Values>> {
  if (ids.length === 0) return new Map();
  const found = await rowsOf<Values & { id: number }>(
    db,
    sql`
      select id::float8 as id, ticket_type_id::float8 as "ticketTypeId", layer, agency_type as "agencyType",
             price_group_id::float8 as "priceGroupId", agency_id::float8 as "agencyId", channel,
             start_day::text as "startDay", end_day::text as "endDay", days, holidays, price::float8 as price, priority, status
      from travel_price
      where corp_code = current_setting('app.corp_code') and id = any (${`{${ids}}`}::bigint[])
    `,
  );
  return new Map(found.map((row) => [Number(row.id), row]));
}

async function effectOf(
  call: Call,
  line: Values,
  foundId: number | null,
  contexts: Map<string, Promise<SaleContext>>,
): Promise<string> {
  const layers = await layersOfLine(call, line);
  const channel = line.channel ? String(line.channel) : counterChannel;
  const ticketTypeId = Number(line.ticketTypeId);
  const terms = termsOf(line, foundId, layers.at(-1) ?? "");
  const from = [businessDay(call.now), terms.startDay].sort().at(-1) ?? terms.startDay;
  for (let days = 0; days < daysTried; days += 1) {
    const day = addDays(from, days);
    if (day > terms.endDay) break;
    const key = [ticketTypeId, day, channel, ...layers].join(" ");
    const read =
      contexts.get(key) ?? readSaleContext(call, day, [ticketTypeId], { channel, group: contracted, layers });
    contexts.set(key, read);
    const context = await read;
    const [type] = context.types;
    if (!type) return "";
    const question = questionOf(context, "");
    if (!applies(terms, question)) continue;
    const policies = context.policies.filter((one) => one.ticketTypeId === ticketTypeId);
    const now = resolvePrice(policies, type.listPrice, question);
    const others = policies.filter(({ id }) => Number(id) !== terms.id);
    const then = resolvePrice([...others, terms], type.listPrice, question);
    return says(day, now.price, then.price, then.policy === terms ? "" : (then.policy?.name ?? ""));
  }
  return from > terms.endDay ? m.trade_import_over() : m.trade_import_other_days();
}

/** Whose price it is stands last; an agency has its type and group beneath its own. */
async function layersOfLine(call: Call, { layer, agencyType, priceGroupId, agencyId }: Values): Promise<string[]> {
  if (layer === "type") return [layerCode.type(String(agencyType))];
  if (layer === "group") return [layerCode.group(Number(priceGroupId))];
  return layersOf(call, Number(agencyId));
}

function termsOf(line: Values, foundId: number | null, customerGroup: string): PolicyTerms {
  return {
    ...{ id: foundId === null ? newest : firstPolicy + foundId, name: String(line.code ?? "") },
    ...{ channel: line.channel ? String(line.channel) : "any", customerGroup, slot: "" },
    ...{ startDay: String(line.startDay), endDay: String(line.endDay) },
    weekdays: weekdays[String(line.days)] ?? "TTTTTTT",
    holidays: (line.holidays ?? "any") as PolicyTerms["holidays"],
    ...{ price: Number(line.price), priority: Number(line.priority ?? 0) },
  };
}

function says(day: string, before: number, after: number, stronger: string): string {
  if (stronger !== "") return m.trade_import_stronger({ day, price: yuan(before), name: stronger });
  if (before === after) return m.trade_import_same({ day, price: yuan(before) });
  const prices = { day, before: yuan(before), after: yuan(after), difference: yuan(Math.abs(after - before)) };
  return after > before ? m.trade_import_dearer(prices) : m.trade_import_cheaper(prices);
}
