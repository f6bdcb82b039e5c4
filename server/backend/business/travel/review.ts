/** Signing review: who applies is looked at by those who may decide. */
import { and, eq } from "drizzle-orm";
import { pathsOf } from "~/contract/files";
import { m } from "~/contract/messages";
import { agency as agencyResource } from "~/contract/travel/agency";
import { applyFiles } from "~/contract/travel/apply-page";
import { agencyReview as resource } from "~/contract/travel/review";
import { type HeldField, holdFiles } from "../../files/use";
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
  /** Paths of what came with it. */
  files?: readonly string[];
}

const held = (field: string, paths: readonly string[]): HeldField => ({
  ...{ field, paths: [...paths], accept: "file" },
  megabytes: applyFiles.megabytes,
});

const matterOf = (agencyId: number) => `agency review ${agencyId}`;

export async function submitReview(call: Call, { agencyId, name, source, by, files = [] }: Submitted): Promise<void> {
  const [made] = await call.db
    .insert(table)
    .values({
      ...{ agencyId, name, source, submittedBy: by, submittedAt: stamp(call.now) },
      files: files.join(",") || null,
    } as never)
    .returning({ id: table.id });
  await holdFiles(call, { thing: "agencyReview", thingId: Number(made?.id) }, [held("files", files)]);
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

/** What came with the application stands with the agency's licence from now on, behind what staff have put there. */
async function handOnFiles(call: Call, agencyId: number, brought: readonly string[]): Promise<void> {
  if (brought.length === 0) return;
  const [agency] = await call.db
    .select({ licenceFile: travelAgency.licenceFile, name: travelAgency.name })
    .from(travelAgency)
    .where(eq(travelAgency.id, agencyId));
  if (!agency) return;
  const before = pathsOf(agency.licenceFile);
  const after = [...new Set([...before, ...brought])].slice(0, agencyResource.fields.licenceFile.most);
  await call.db
    .update(travelAgency)
    .set({ licenceFile: after.join(",") })
    .where(eq(travelAgency.id, agencyId));
  await holdFiles(call, { thing: "agency", thingId: agencyId }, [held("licenceFile", after)]);
}

const decided = (call: Call, reason: string | null) => ({
  set: { decidedBy: call.caller.name, decidedAt: stamp(call.now), reason },
});

/** The agency goes with its review; one that was closed meanwhile goes nowhere. */
async function moveAgency(
  call: Call,
  { agencyId, name }: { agencyId: number; name: string },
  from: string,
  to: string,
): Promise<void> {
  const moved = await call.db
    .update(travelAgency)
    .set({ status: to })
    .where(and(eq(travelAgency.id, agencyId), eq(travelAgency.status, from)))
    .returning({ id: travelAgency.id });
  if (moved.length !== 1) throw new Refusal(m.refused_same_moment());
  call.audit({
    ...{ thing: "agency", thingId: agencyId, label: name },
    ...{ before: { status: from }, after: { status: to } },
  });
}

const commands: CommandsBackend<typeof resource> = {
  async approve(call, row) {
    await moveAgency(call, row, "applied", "approved");
    await handOnFiles(call, row.agencyId, pathsOf(row.files));
    await settleMatter(call.db, call.now, matterOf(row.agencyId));
    return decided(call, null);
  },
  async reject(call, row, { reason }) {
    await moveAgency(call, row, "applied", "rejected");
    await settleMatter(call.db, call.now, matterOf(row.agencyId));
    return decided(call, reason);
  },
  async resubmit(call, row) {
    await moveAgency(call, row, "rejected", "applied");
    await tell(call, row.agencyId, row.name);
    return { set: { decidedBy: null, decidedAt: null, reason: null } };
  },
};

export const reviewServed = serveResource(resource, { table, references: { agencyId: agencyReference }, commands });
