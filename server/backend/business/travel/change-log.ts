/** The trade's own part of the audit log. */
import { eq, sql } from "drizzle-orm";
import { thingTitle } from "~/contract/audit-sentence";
import { changesOnPage, tradeThings, travelLog } from "~/contract/travel/change-log";
import { addDays, startOfDay } from "../../kernel/business-time";
import { NotFound } from "../../kernel/refusal";
import { rowsOf } from "../../kernel/rows";
import { type Call, type Served, serve } from "../../kernel/served";
import { changesOf } from "../platform/changes";
import { bookingsOfAgency } from "../ticket/group-arrivals";
import { agencyReceipt } from "./account-schema";
import { agreedQuantity } from "./agreed-schema";
import { guidePayee, guideReward } from "./reward-schema";
import { travelPrice } from "./sales-schema";
import { agencyContact, agencyShare, travelAgency, travelAgreement, travelReview } from "./schema";
import { agencyStatement } from "./statement-schema";

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
    // A new row has many fields that nobody filled in.
    const changed = fields.filter((field) => field.changed && (field.before ?? "") !== (field.after ?? ""));
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

/** Of each kind that belongs to one agency, and says so in a column of its own: its table. */
export const thingsOfAgency = {
  agencyContact,
  agencyShare,
  agencyReview: travelReview,
  agencyAgreement: travelAgreement,
  agencyStatement,
  agencyReceipt,
  agreedQuantity,
  tradePrice: travelPrice,
  guidePayee,
  guideReward,
};

/** Rows of one kind, the newest. */
const most = 1000;

async function ofAgency(call: Call, agencyId: number) {
  const { db } = call;
  const [agency] = await db.select({ name: travelAgency.name }).from(travelAgency).where(eq(travelAgency.id, agencyId));
  if (!agency) throw new NotFound();
  const own = Object.entries(thingsOfAgency).map(
    ([thing, table]) => sql`
      (select ${thing}::text as thing, id from ${table} where agency_id = ${agencyId} order by id desc limit ${most})
    `,
  );
  const disputes = sql`
    (
      select 'statementDispute', d.id
      from agency_statement_dispute d
      join agency_statement s on s.corp_code = d.corp_code and s.id = d.statement_id
      where s.agency_id = ${agencyId}
      order by d.id desc
      limit ${most}
    )
  `;
  const rows = await rowsOf<{ thing: string; thingId: number }>(
    db,
    sql`
      select thing, id::float8 as "thingId"
      from (${sql.join([...own, disputes], sql` union all `)}) own
    `,
  );
  const bookings = (await bookingsOfAgency(call, agencyId, most)).map((thingId) => ({
    thing: "groupBooking",
    thingId,
  }));
  return { name: agency.name, things: [{ thing: "agency", thingId: agencyId }, ...rows, ...bookings] };
}
