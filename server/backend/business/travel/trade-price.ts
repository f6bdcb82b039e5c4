/** Prices of the trade: typed or imported, and told why an agency pays one of them. */
import { sql } from "drizzle-orm";
import { m } from "~/contract/messages";
import { tradePrice as resource, type TradeLayer, tradePriceWhy } from "~/contract/travel/trade-price";
import { businessDay } from "../../kernel/business-time";
import { dependsOn } from "../../kernel/depends-on";
import { dictionariesOf } from "../../kernel/dictionaries";
import { NotFound } from "../../kernel/refusal";
import { serveResource } from "../../kernel/resource";
import { firstOf, rowsOf } from "../../kernel/rows";
import { type Call, type Served, serve } from "../../kernel/served";
import { checkType, pricedTypes, typeReference } from "../ticket/price-policy";
import { applies, beats, layerOf, type PolicyTerms, type PriceQuestion, resolvePrice } from "../ticket/rules/price";
import { questionOf, readSaleContext } from "../ticket/sale-context";
import { choicesWith } from "./choices";
import { layerCode, layersOf } from "./layers";
import { priceEffects } from "./price-effects";
import { activeAgencyReference, priceGroupReference } from "./references";
import { travelPrice as table } from "./sales-schema";

/** Whoever has a contract is of this group, below the layers of the agency. */
export const agencyGroup = "agency";

dependsOn("ticketType", { table, by: table.ticketTypeId, name: table.code, words: m.trade_agency_has_prices });
dependsOn("agency", { table, by: table.agencyId, name: table.code, words: m.trade_agency_has_prices });
dependsOn("travelPriceGroup", { table, by: table.priceGroupId, name: table.code, words: m.trade_agency_has_prices });

const priced = serveResource(resource, {
  table,
  importEffects: priceEffects,
  references: {
    ticketTypeId: typeReference,
    priceGroupId: priceGroupReference,
    agencyId: activeAgencyReference,
  },
  async check(call, values, before) {
    const after = { ...before, ...values };
    await checkType(call, Number(after.ticketTypeId), "", Number(after.price));
  },
});

const why = serve(tradePriceWhy, async (call, { agencyId, ticketTypeId, day = businessDay(call.now), channel }) => {
  const ticketTypes = await pricedTypes(call);
  const agencies = await choicesWith(call, sql`travel_agency`, agencyId, sql`status <> 'closed'`);
  const choices = { day, ticketTypes, agencies };
  if (agencyId === undefined || ticketTypeId === undefined) return { ...choices, answer: null };
  return { ...choices, answer: await explain(call, { agencyId, ticketTypeId, day, channel }) };
});

interface Asked {
  agencyId: number;
  ticketTypeId: number;
  day: string;
  channel: string;
}

async function explain(call: Call, { agencyId, ticketTypeId, day, channel }: Asked) {
  const agency = await firstOf<{ name: string; type: string }>(
    call.db,
    sql`select name, type from travel_agency where id = ${agencyId}`,
  );
  if (!agency) throw new NotFound();
  const own = await layersOf(call, agencyId);
  const groups = await rowsOf<{ id: number; name: string }>(
    call.db,
    sql`select id, name from travel_price_group where status = 'T' order by name, id limit 200`,
  );
  const layers = [...new Set([...own, ...groups.map(({ id }) => layerCode.group(id))])];
  const context = await readSaleContext(call, day, [ticketTypeId], { channel, group: agencyGroup, layers });
  const [type] = context.types;
  if (!type) throw new NotFound(m.r_no_ticket_type());
  const question: PriceQuestion = { ...questionOf(context, ""), layers: own };
  const { price, policy } = resolvePrice(context.policies, type.listPrice, question);
  const words = await wordsOf(call, agency, groups);
  const isFor = ({ customerGroup }: PolicyTerms) => ["any", agencyGroup, ...own].includes(customerGroup);
  const candidates = context.policies.filter(isFor).sort((one, other) => (beats(one, other, question) ? -1 : 1));
  return {
    agency: agency.name,
    ticketType: type.name,
    listPrice: type.listPrice,
    price,
    winner: policy?.name ?? "",
    candidates: candidates.map((one) => ({
      ...words(one.customerGroup),
      ...{ price: one.price, won: one === policy, because: one === policy ? "" : lost(one, policy, question, words) },
      name: one.name,
    })),
    others: [{ id: 0, name: m.trade_why_no_group() }, ...groups].map(({ id, name }) => {
      const code = layerCode.group(id);
      const asked = { ...question, layers: [layerCode.type(agency.type), ...(id === 0 ? [] : [code])] };
      const isOwn = id === 0 ? !own.some((one) => one.startsWith("group:")) : own.includes(code);
      return { name, price: resolvePrice(context.policies, type.listPrice, asked).price, own: isOwn };
    }),
  };
}

type Words = (code: string) => { layer: TradeLayer | "base"; name: string };

async function wordsOf(
  { db, locale }: Call,
  agency: { name: string; type: string },
  groups: readonly { id: number; name: string }[],
): Promise<Words> {
  const { agencyType = [] } = await dictionariesOf(db, ["agencyType"], locale);
  const type = agencyType.find(({ value }) => value === agency.type)?.label ?? "";
  return (code) => {
    if (code.startsWith("agency:")) return { layer: "agency", name: agency.name };
    if (code.startsWith("type:")) return { layer: "type", name: type };
    const group = groups.find(({ id }) => layerCode.group(id) === code);
    return group ? { layer: "group", name: group.name } : { layer: "base", name: m.trade_why_everybody() };
  };
}

/** The first thing in which it yields to the one that holds, in the order in which prices are compared. */
function lost(one: PolicyTerms, winner: PolicyTerms | null, question: PriceQuestion, words: Words): string {
  if (!applies(one, question) || !winner) return m.trade_why_day();
  if (layerOf(one, question) !== layerOf(winner, question))
    return m.trade_why_layer({ layer: words(winner.customerGroup).name });
  if (one.priority !== winner.priority) return m.trade_why_priority({ own: one.priority, other: winner.priority });
  if (one.startDay !== winner.startDay) return m.trade_why_start({ own: one.startDay, other: winner.startDay });
  return m.trade_why_later();
}

export const priceServed: Served[] = [...priced, why];
