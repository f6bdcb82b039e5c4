/** The trade's own part of the audit log. */
import { eq } from "drizzle-orm";
import { thingTitle } from "~/contract/audit-sentence";
import { changesOnPage, tradeThings, travelLog } from "~/contract/travel/change-log";
import { addDays, startOfDay } from "../../kernel/business-time";
import { NotFound } from "../../kernel/refusal";
import { type Call, type Served, serve } from "../../kernel/served";
import { changesOf } from "../platform/changes";
import { travelPrice } from "./sales-schema";
import { travelAgency, travelAgreement, travelReview } from "./schema";

export const changeLogServed: Served = serve(travelLog, async (call, { agencyId, thing, who, from, to, before }) => {
  const { name, things } = agencyId === undefined ? { name: "", things: everything } : await ofAgency(call, agencyId);
  const found = await changesOf(call, {
    ...{ things: thing === undefined ? things : things.filter((one) => one.thing === thing), who, before },
    ...(from !== undefined && { from: startOfDay(from).toISOString() }),
    ...(to !== undefined && { until: startOfDay(addDays(to, 1)).toISOString() }),
    // One more than is shown tells whether older ones follow.
    most: changesOnPage + 1,
  });
  const entries = found.slice(0, changesOnPage).map(({ id, at, by, what, fields }) => {
    const changed = fields.filter((field) => field.changed);
    return {
      ...{ id, at, by, what },
      fields: changed.map((field) => ({ label: field.label, before: field.before, after: field.after })),
    };
  });
  return {
    entries,
    next: found.length > changesOnPage ? (entries.at(-1)?.id ?? null) : null,
    things: tradeThings.map((one) => ({ value: one, label: thingTitle(one) })),
    agencyName: name,
  };
});

const everything: { thing: string; thingId?: number }[] = tradeThings.map((thing) => ({ thing }));

async function ofAgency({ db }: Call, agencyId: number) {
  const [agency] = await db.select({ name: travelAgency.name }).from(travelAgency).where(eq(travelAgency.id, agencyId));
  if (!agency) throw new NotFound();
  const [agreements, reviews, prices] = [
    await db.select({ id: travelAgreement.id }).from(travelAgreement).where(eq(travelAgreement.agencyId, agencyId)),
    await db.select({ id: travelReview.id }).from(travelReview).where(eq(travelReview.agencyId, agencyId)),
    await db.select({ id: travelPrice.id }).from(travelPrice).where(eq(travelPrice.agencyId, agencyId)).limit(1000),
  ];
  const all = (thing: string, rows: { id: number }[]) => rows.map(({ id }) => ({ thing, thingId: id }));
  return {
    name: agency.name,
    things: [
      { thing: "agency", thingId: agencyId },
      ...all("agencyAgreement", agreements),
      ...all("agencyReview", reviews),
      ...all("tradePrice", prices),
    ],
  };
}
