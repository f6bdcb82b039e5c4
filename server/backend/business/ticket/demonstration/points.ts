/** A ticket for any two of three attractions on the mountain: cable car, slide, glass walk. */
import { sql } from "drizzle-orm";
import type { Transaction } from "../../../db/database";
import type { Say } from "../../../seed/demo-words";
import { gate, gateGroup, ticketType } from "../schema";
import { selectPolicy } from "../select-policy-schema";

const attractions = [
  { code: "QYS-S", name: "山顶滑道", gate: "山顶滑道闸机" },
  { code: "QYS-G", name: "云顶栈道", gate: "云顶栈道闸机" },
];

/** Beside the history, which knows no choice. */
export async function insertPoints(tx: Transaction, say: Say): Promise<void> {
  const [cable] = await tx
    .select({ id: gateGroup.id, parkId: gateGroup.parkId })
    .from(gateGroup)
    .where(sql`${gateGroup.code} = 'QYS-C'`);
  if (!cable) return;
  const { parkId } = cable;
  const groups = [cable.id];
  for (const { code, name, gate: gateName } of attractions) {
    const [group] = await tx
      .insert(gateGroup)
      .values({ code, name: say(name), parkId })
      .returning({ id: gateGroup.id });
    const gateGroupId = group?.id ?? 0;
    groups.push(gateGroupId);
    await tx.insert(gate).values({ code: `${code}1`, name: say(gateName), direction: "in", gateGroupId, parkId });
  }
  const [policy] = await tx
    .insert(selectPolicy)
    .values({ name: say("青云三选二"), parkId, choices: 2, perPoint: 1, useDays: 1 })
    .returning({ id: selectPolicy.id });
  const selectPolicyId = policy?.id ?? 0;
  for (const [position, gateGroupId] of groups.entries())
    await tx.execute(sql`
      insert into select_policy_point (select_policy_id, position, gate_group_id)
      values (${selectPolicyId}, ${position}, ${gateGroupId})
    `);
  await tx.insert(ticketType).values({
    ...{ code: "QYS-ANY", name: say("青云任选票"), kind: "selectPoint", selectPolicyId, parkId, sort: 85 },
    ...{ facePrice: 9800, listPrice: 9800, refundRule: "free", status: "onSale" },
    ...{ admissions: 2, perGroup: 1, useDays: 1, channels: ["window", "network", "mobile"] },
  });
}
