/** Ticket types: their terms, and the states draft → on sale ⇄ suspended → retired. */
import { eq, sql } from "drizzle-orm";
import { m } from "~/contract/messages";
import { ticketType as resource } from "~/contract/ticket/ticket-type";
import { publishTicketType, retireTicketType } from "~/contract/ticket/ticket-type-state";
import { Invalid, NotFound, Refusal } from "../../kernel/refusal";
import { serveResource } from "../../kernel/resource";
import type { Values } from "../../kernel/resource-backend";
import { type Call, serve } from "../../kernel/served";
import { dictionariesOf } from "../platform/parameter";
import { dependents } from "./dependents";
import { listOf, readTerms, type TicketTerms } from "./rules/ticket-terms";
import { gateGroup, park, ticket, ticketType } from "./schema";

export const served = [
  ...serveResource(resource, {
    table: ticketType,
    references: {
      parkId: { table: park, name: park.name, status: park.status },
      gateGroupId: { table: gateGroup, name: gateGroup.name, status: gateGroup.status },
    },
    states: { active: "onSale", suspended: "suspended" },
    dependents: dependents.ticketType,
    check: checkTerms,
    mayChangeState: (_, row, to) => {
      const inputs = { name: String(row.name), state: stateName(String(row.status)) };
      if (to === "suspended") return row.status === "onSale" ? null : new Refusal(m.r_suspend_only_on_sale(inputs));
      return row.status === "suspended" ? null : new Refusal(m.r_resume_only_suspended(inputs));
    },
  }),
  serve(publishTicketType, (call, { id }) =>
    move(call, id, "onSale", (type) => (type.state === "draft" ? null : m.r_publish_only_draft(inWords(type)))),
  ),
  serve(retireTicketType, (call, { id }) =>
    move(call, id, "retired", (type) =>
      type.state === "onSale" || type.state === "suspended" ? null : m.r_retire_only_sold(inWords(type)),
    ),
  ),
];

/** Terms are kept in one spelling; what is wrong with them is said field by field. */
async function checkTerms(call: Call, values: Values, before: Values | null): Promise<void> {
  const { terms, errors } = readTerms(values as unknown as TicketTerms, await channelsFor(call, before));
  if (Object.keys(errors).length > 0) throw new Invalid(errors);
  Object.assign(values, terms);
  if (values.gateGroupId !== null && values.gateGroupId !== undefined) await checkGateGroup(call, values);
  if (before && before.parkId !== values.parkId) await checkUnsold(call, Number(before.id));
}

/** The corp's channels; one that is suspended only where the type has it already. */
async function channelsFor(call: Call, before: Values | null): Promise<string[]> {
  const { saleChannel = [] } = await dictionariesOf(call.db, ["saleChannel"], call.locale);
  const had = listOf(String(before?.channels ?? ""));
  return saleChannel.filter(({ value, off }) => !off || had.includes(value)).map(({ value }) => value);
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

async function checkUnsold(call: Call, id: number): Promise<void> {
  const [sold] = await call.db.select({ id: ticket.id }).from(ticket).where(eq(ticket.ticketTypeId, id)).limit(1);
  if (sold) throw new Invalid({ parkId: [m.r_type_has_published_sales()] });
}

interface Named {
  name: string;
  state: string;
}

async function move(call: Call, id: number, to: string, whyNot: (type: Named) => string | null) {
  const [found] = await call.db
    .select({ name: ticketType.name, state: ticketType.status })
    .from(ticketType)
    .where(eq(ticketType.id, id))
    .for("update");
  if (!found) throw new NotFound(m.r_no_ticket_type());
  const no = whyNot(found);
  if (no) throw new Refusal(no);
  await call.db
    .update(ticketType)
    .set({ status: to, rowVersion: sql`row_version + 1`, updatedAt: call.now })
    .where(eq(ticketType.id, id));
  call.audit({
    thing: "ticketType",
    thingId: id,
    label: found.name,
    before: { status: found.state },
    after: { status: to },
  });
  return { id };
}

function inWords({ name, state }: Named): Named {
  return { name, state: stateName(state) };
}

function stateName(state: string): string {
  if (state === "draft") return m.r_state_draft();
  if (state === "onSale") return m.r_state_on_sale();
  return state === "suspended" ? m.r_state_suspended() : m.r_state_retired();
}
