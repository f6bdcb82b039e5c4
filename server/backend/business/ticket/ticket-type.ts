/** Ticket types and their terms. */
import { eq, sql } from "drizzle-orm";
import { m } from "~/contract/messages";
import { reservationKind } from "~/contract/ticket/reservation-kind";
import { ticketType as resource } from "~/contract/ticket/ticket-type";
import { businessDay } from "../../kernel/business-time";
import { yuan } from "../../kernel/money";
import { Invalid } from "../../kernel/refusal";
import { serveResource } from "../../kernel/resource";
import type { Values } from "../../kernel/resource-backend";
import { firstOf } from "../../kernel/rows";
import type { Call } from "../../kernel/served";
import { checkTypeOfCombo } from "./combo";
import { checkConcessionOfType, concessionReference } from "./concession";
import { checkLimits } from "./price-limits";
import { printTemplate } from "./print-template-schema";
import { type TicketTerms, wrongTerms } from "./rules/ticket-terms";
import { blackout, bookingClock, gateGroup, park, pricePolicy, refundBand, slot, ticket, ticketType } from "./schema";
import { takeTermsOfPolicy } from "./select-policy";
import { selectPolicy } from "./select-policy-schema";

export const served = [
  ...serveResource(resource, {
    table: ticketType,
    lines: { refundBands: refundBand, slots: slot, blackouts: blackout, bookingClocks: bookingClock },
    references: {
      selectPolicyId: { table: selectPolicy, name: selectPolicy.name },
      parkId: { table: park, name: park.name, status: park.status },
      concessionId: concessionReference,
      insteadOfId: { table: ticketType, name: ticketType.name, status: ticketType.status },
      gateGroupId: { table: gateGroup, name: gateGroup.name, status: gateGroup.status },
      printTemplateId: { table: printTemplate, name: printTemplate.name, status: printTemplate.status },
    },
    check: checkTerms,
    impact: stillOut,
  }),
];

/** What is wrong with the terms is said field by field. */
async function checkTerms(call: Call, values: Values, before: Values | null): Promise<void> {
  await takeTermsOfPolicy(call, values, before);
  const errors = wrongTerms(values as unknown as TicketTerms);
  if (Object.keys(errors).length > 0) throw new Invalid(errors);
  if (values.gateGroupId !== null && values.gateGroupId !== undefined) await checkGateGroup(call, values);
  await checkConcessionOfType(call, values, before);
  if (before) await checkTypeOfCombo(call, values, before);
  await checkLimits(call, values, before);
  if (before && before.parkId !== values.parkId) await checkUnsold(call, Number(before.id), "parkId");
  if (before && isReserved(before) !== isReserved(values)) await checkKind(call, Number(before.id));
}

/** Tickets of the type that nobody has used: what they were sold under is theirs. */
async function stillOut(call: Call, id: number): Promise<string> {
  const out = await firstOf<{ tickets: number; orders: number; amount: number; first: string; last: string }>(
    call.db,
    sql`
      select count(*)::int as tickets, count(distinct order_id)::int as orders, coalesce(sum(price), 0)::bigint as amount,
             min(visit_day)::text as first, max(visit_day)::text as last
      from ticket
      where state = 'issued'
        and valid_to >= ${businessDay(call.now)}::date
        and ticket_type_id = ${id}
    `,
  );
  return out && out.tickets > 0 ? m.impact_type({ ...out, amount: yuan(Number(out.amount)) }) : "";
}

async function checkGateGroup(call: Call, values: Values): Promise<void> {
  const [group] = await call.db
    .select({ name: gateGroup.name, parkId: gateGroup.parkId, parkName: park.name })
    .from(gateGroup)
    .innerJoin(park, eq(park.id, gateGroup.parkId))
    .where(eq(gateGroup.id, Number(values.gateGroupId)));
  if (group && group.parkId !== values.parkId) {
    throw new Invalid({ gateGroupId: [m.r_gate_group_other_park({ group: group.name, park: group.parkName })] });
  }
}

const isReserved = ({ kind }: Values) => kind === reservationKind;

/** What is reserved costs nothing, and is counted from its first ticket on. */
async function checkKind(call: Call, id: number): Promise<void> {
  await checkUnsold(call, id, "kind");
  const [priced] = await call.db.select().from(pricePolicy).where(eq(pricePolicy.ticketTypeId, id)).limit(1);
  if (priced) throw new Invalid({ kind: [m.reservation_type_priced({ policy: priced.name })] });
}

async function checkUnsold(call: Call, id: number, field: "parkId" | "kind"): Promise<void> {
  const [sold] = await call.db.select({ id: ticket.id }).from(ticket).where(eq(ticket.ticketTypeId, id)).limit(1);
  if (sold) {
    throw new Invalid({ [field]: [field === "kind" ? m.reservation_type_sold() : m.r_type_has_published_sales()] });
  }
}
