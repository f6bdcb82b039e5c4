/**
 * The work of clearing a tenant, in steps that each commit: archive, check of the archive, rows, files. A worker that dies
 * goes on at the step that it was in; nothing goes before the archive has been read again from its first byte to its last.
 */
import { eq, sql } from "drizzle-orm";
import { m } from "~/contract/messages";
import { type JobKind, jobKind } from "../../../../jobs/kind";
import { stamp } from "../../../../kernel/business-time";
import { unsettlingsWith } from "../../../../kernel/data-classes";
import { Refusal } from "../../../../kernel/refusal";
import { tenantClearing as table } from "../schema";
import { removeArchive } from "./archive";
import { archive } from "./archiving";
import { clearingOf, counted, noted, page, payload, set, storeOf } from "./record";
import { removeRows } from "./removing";
import { putBack, refusalOf } from "./restoring";

export const clearTenant: JobKind = jobKind({
  kind: "clearTenant",
  title: m.clearing_job,
  payload,
  page,
  tells: true,
  outcome: (ended) => m.clearing_job_done({ rows: String(counted.parse(ended).rows) }),
  async run(run, { clearingId }) {
    let clearing = await clearingOf(run, clearingId);
    if (!["archiving", "clearing"].includes(clearing.status)) return { rows: 0 };
    if (clearing.status === "archiving") {
      await archive(run, clearing);
      clearing = await clearingOf(run, clearingId);
    }
    const rows = Object.values(clearing.counts as Record<string, number>).reduce((sum, one) => sum + one, 0);
    await run.writeAsOwner(async (tx) => {
      await tx.execute(sql`select set_config('app.corp_code', ${clearing.tenantCode}, true)`);
      for (const { work } of unsettlingsWith(clearing.scope)) await work(tx);
    });
    await removeRows(run, clearing, rows);
    await run.complete({ rows, link: page({ payload: { clearingId } }) }, async (tx) => {
      await tx
        .update(table)
        .set({ status: "cleared", clearedAt: stamp(run.now()), rowVersion: sql`row_version + 1`, updatedAt: run.now() })
        .where(eq(table.id, clearingId));
      await noted(run, tx, clearing, { status: "cleared", rows });
    });
    return undefined;
  },
});

export const restoreTenant: JobKind = jobKind({
  kind: "restoreTenant",
  title: m.clearing_job_back,
  payload,
  page,
  tells: true,
  outcome: (ended) => m.clearing_job_back_done({ rows: String(counted.parse(ended).rows) }),
  async run(run, { clearingId }) {
    const clearing = await clearingOf(run, clearingId);
    if (clearing.status !== "restoring") return { rows: 0 };
    try {
      const rows = await putBack(run, clearing);
      return { rows, link: page({ payload: { clearingId } }) };
    } catch (error) {
      const refusal = refusalOf(error);
      if (!refusal) throw error;
      await set(run, clearingId, { status: "cleared", note: refusal });
      throw new Refusal(refusal);
    }
  },
});

export const destroyTenantArchive: JobKind = jobKind({
  kind: "destroyTenantArchive",
  title: m.clearing_job_destroy,
  payload,
  page,
  tells: "failures",
  outcome: () => m.clearing_job_destroyed(),
  async run(run, { clearingId }) {
    const clearing = await clearingOf(run, clearingId);
    if (clearing.status !== "destroyed") return { rows: 0 };
    await removeArchive(storeOf(run), clearing.archivePrefix, clearing.parts);
    await set(run, clearingId, { parts: 0, archivePrefix: "" });
    return { rows: 0 };
  },
});
