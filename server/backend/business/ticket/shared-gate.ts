/** Gates that several parks share: kept here, read by every check (`check-store.ts`). */
import { sql } from "drizzle-orm";
import { m } from "~/contract/messages";
import { sharedGate as resource } from "~/contract/ticket/shared-gate";
import { dependsOn } from "../../kernel/depends-on";
import { Invalid } from "../../kernel/refusal";
import { serveResource } from "../../kernel/resource";
import { isRows, type Values } from "../../kernel/resource-backend";
import { firstOf } from "../../kernel/rows";
import type { Call } from "../../kernel/served";
import { parkReference } from "./park";
import { gate, gateGroup } from "./schema";
import { sharedGatePark, sharedGate as table } from "./shared-gate-schema";

dependsOn("gate", { table, by: table.gateId, name: table.name, words: m.shared_gate_dep });
for (const [noun, column] of [
  ["park", "park_id"],
  ["gateGroup", "gate_group_id"],
] as const)
  dependsOn(noun, {
    table,
    by: (id) => sql`${table.id} in (select shared_gate_id from shared_gate_park where ${sql.raw(column)} = ${id})`,
    name: table.name,
    words: m.shared_gate_dep,
  });

export const sharedGateServed = serveResource(resource, {
  table,
  lines: { parks: sharedGatePark },
  references: {
    gateId: { table: gate, name: gate.name, status: gate.status },
    "parks.parkId": parkReference,
    "parks.gateGroupId": { table: gateGroup, name: gateGroup.name, status: gateGroup.status },
  },
  check,
});

async function check(call: Call, values: Values, before: Values | null): Promise<void> {
  const own = await firstOf<{ parkId: number; name: string }>(
    call.db,
    sql`
      select p.id as "parkId", p.name
      from gate g
      join park p on p.corp_code = g.corp_code and p.id = g.park_id
      where g.id = ${Number(values.gateId ?? before?.gateId)}
    `,
  );
  if (!own) return;
  values.parkId = own.parkId;
  const { parks } = values;
  if (!isRows(parks)) return;
  if (!parks.some(({ parkId }) => Number(parkId) === own.parkId))
    throw new Invalid({ parks: [m.shared_gate_own_missing({ park: own.name })] });
  const wanted = parks.map(({ parkId, gateGroupId }) => ({ park: Number(parkId), group: gateGroupId ?? null }));
  const elsewhere = await firstOf<{ name: string }>(
    call.db,
    sql`
      select g.name
      from json_to_recordset(${JSON.stringify(wanted)}::json) as w (park bigint, "group" bigint)
      join gate_group g on g.id = w."group"
      where g.park_id <> w.park
      limit 1
    `,
  );
  if (elsewhere) throw new Invalid({ parks: [m.shared_gate_group_elsewhere({ group: elsewhere.name })] });
}
