/** Select-point policies: which points of a park may be chosen, how often, and the ticket types that are sold so. */
import { sql } from "drizzle-orm";
import { m } from "~/contract/messages";
import { sayPoints } from "~/contract/ticket/gate-rules/points";
import { selectPolicy as resource } from "~/contract/ticket/select-policy";
import { businessDay } from "../../kernel/business-time";
import { dependsOn } from "../../kernel/depends-on";
import { Invalid } from "../../kernel/refusal";
import { serveResource } from "../../kernel/resource";
import { isRows, type Values } from "../../kernel/resource-backend";
import { firstOf, rowsOf } from "../../kernel/rows";
import type { Call } from "../../kernel/served";
import { parkReference } from "./park";
import { gateGroup, ticketType } from "./schema";
import { selectPolicyPoint, selectPolicy as table } from "./select-policy-schema";
import type { SoldType } from "./sold-type";

dependsOn("selectPolicy", {
  table: ticketType,
  by: ticketType.selectPolicyId,
  name: ticketType.name,
  words: m.r_dep_ticket_types,
});
dependsOn("park", { table, by: table.parkId, name: table.name, words: m.point_dep });
dependsOn("gateGroup", {
  table,
  by: (id) => sql`${table.id} in (select select_policy_id from select_policy_point where gate_group_id = ${id})`,
  name: table.name,
  words: m.point_dep,
});

export const selectPolicyServed = serveResource(resource, {
  table,
  lines: { points: selectPolicyPoint },
  references: {
    parkId: parkReference,
    "points.gateGroupId": { table: gateGroup, name: gateGroup.name, status: gateGroup.status },
  },
  check: checkPoints,
  saved: tellTypes,
  impact: soldUnderIt,
});

/** A ticket is of one park, and so are the gates that admit it. */
async function checkPoints(call: Call, values: Values, before: Values | null): Promise<void> {
  if (!isRows(values.points)) return;
  const parkId = Number(values.parkId ?? before?.parkId);
  const ids = values.points.map(({ gateGroupId }) => Number(gateGroupId));
  const others = await rowsOf<{ id: number; name: string; park: string }>(
    call.db,
    sql`
      select g.id, g.name, p.name as park
      from gate_group g
      join park p on p.corp_code = g.corp_code and p.id = g.park_id
      where g.id = any (${sql.param(ids)}::bigint[])
        and g.park_id <> ${parkId}
    `,
  );
  const [other] = others;
  if (!other) return;
  const line = ids.indexOf(other.id);
  throw new Invalid({
    [`points.${line}.gateGroupId`]: [m.r_gate_group_other_park({ group: other.name, park: other.park })],
  });
}

/** Types that are sold under it keep to it from now on; their tickets keep what they were sold with. */
async function tellTypes(call: Call, { id, choices, perPoint, useDays }: Values): Promise<void> {
  await call.db.execute(sql`
    update ticket_type
    set admissions = ${choices} * coalesce(persons, 1), per_group = ${perPoint}, use_days = ${useDays}
    where select_policy_id = ${id}
  `);
}

/** How many tickets that may still be used keep the policy as they were sold under it; "" where there are none. */
async function soldUnderIt(call: Call, id: number): Promise<string> {
  const today = businessDay(call.now);
  const counted = await firstOf<{ tickets: number; orders: number }>(
    call.db,
    sql`
      select count(*)::int as tickets, count(distinct t.order_id)::int as orders
      from ticket t
      where t.ticket_type_id in (select id from ticket_type where select_policy_id = ${id})
        and t.state in ('issued', 'partlyUsed', 'refunding')
        and t.valid_to >= ${today}::date
    `,
  );
  const { tickets = 0, orders = 0 } = counted ?? {};
  return tickets > 0 ? m.point_impact({ tickets, orders }) : "";
}

/**
 * Of a type of the kind "selectPoint": entries and days follow its policy, whatever was typed. A policy that is being
 * changed is waited for where the type is new to it; who changes it finds the types that it has.
 */
export async function takeTermsOfPolicy(call: Call, values: Values, before: Values | null): Promise<void> {
  const { selectPolicyId, parkId, persons } = { ...before, ...values };
  if (selectPolicyId === null || selectPolicyId === undefined) return;
  const policy = await firstOf<{ name: string; parkId: number; choices: number; perPoint: number; useDays: number }>(
    call.db,
    sql`
      select name, park_id as "parkId", choices, per_point as "perPoint", use_days as "useDays"
      from select_policy
      where id = ${selectPolicyId}
      ${before?.selectPolicyId === selectPolicyId ? sql`` : sql`for share`}
    `,
  );
  // One that there is not is refused as a reference.
  if (!policy) return;
  if (policy.parkId !== Number(parkId))
    throw new Invalid({ selectPolicyId: [m.point_other_park({ name: policy.name })] });
  values.admissions = policy.choices * Number(persons ?? 1);
  values.perGroup = policy.perPoint;
  values.useDays = policy.useDays;
  values.gateGroupId = null;
}

/** What a select-point type admits to, as counter and quotation say it; "" of others. */
export function sayChoice({ admissions, rules }: Pick<SoldType, "admissions" | "rules">): string {
  const said = sayPoints({ admissions, rules });
  const { useDays = 1 } = rules;
  return said !== "" && useDays > 1 ? m.point_said_days({ said, n: useDays }) : said;
}
