/** Signing review: who applies is looked at by those who may decide. */
import { and, eq } from "drizzle-orm";
import { m } from "~/contract/messages";
import { agencyReview as resource } from "~/contract/travel/review";
import { stamp } from "../../kernel/business-time";
import { notify, settleMatter } from "../../kernel/notify";
import { Refusal } from "../../kernel/refusal";
import { serveResource } from "../../kernel/resource";
import type { CommandsBackend } from "../../kernel/resource-backend";
import type { Call } from "../../kernel/served";
import { agencyReference } from "./agency-reference";
import { travelReview as table, travelAgency } from "./schema";

interface Submitted {
  agencyId: number;
  name: string;
  source: "staff" | "web";
  by: string;
}

const matterOf = (agencyId: number) => `agency review ${agencyId}`;

export async function submitReview(call: Call, { agencyId, name, source, by }: Submitted): Promise<void> {
  await call.db
    .insert(table)
    .values({ agencyId, name, source, submittedBy: by, submittedAt: stamp(call.now) } as never);
  await tell(call, agencyId, name);
}

const tell = (call: Call, agencyId: number, name: string) =>
  notify(call.db, call.now, {
    to: { fun: "singVerification", button: "agencyReview:approve" },
    kind: "task",
    title: (options) => m.travel_to_review({ name }, options),
    link: `/travelInfo/singVerification?agencyId=${agencyId}`,
    matter: matterOf(agencyId),
    except: call.caller.userId,
  });

const decided = (call: Call, reason: string | null) => ({
  set: { decidedBy: call.caller.name, decidedAt: stamp(call.now), reason },
});

const commands: CommandsBackend<typeof resource> = {
  async approve(call, row) {
    const moved = await call.db
      .update(travelAgency)
      .set({ status: "approved" })
      .where(and(eq(travelAgency.id, row.agencyId), eq(travelAgency.status, "applied")))
      .returning({ id: travelAgency.id });
    if (moved.length !== 1) throw new Refusal(m.refused_same_moment());
    call.audit({
      ...{ thing: "agency", thingId: row.agencyId, label: row.name },
      ...{ before: { status: "applied" }, after: { status: "approved" } },
    });
    await settleMatter(call.db, call.now, matterOf(row.agencyId));
    return decided(call, null);
  },
  async reject(call, row, { reason }) {
    await settleMatter(call.db, call.now, matterOf(row.agencyId));
    return decided(call, reason);
  },
  async resubmit(call, row) {
    await tell(call, row.agencyId, row.name);
    return { set: { decidedBy: null, decidedAt: null, reason: null } };
  },
};

export const reviewServed = serveResource(resource, { table, references: { agencyId: agencyReference }, commands });
