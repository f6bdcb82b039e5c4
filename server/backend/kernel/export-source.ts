/** The method that exports a list. */
import type { ExportMethod } from "~/contract/export";
import { m } from "~/contract/messages";
import { enqueueFor } from "./enqueue";
import type { ExportSource } from "./exportable";
import { Refusal } from "./refusal";
import { type Served, serve } from "./served";

/** The method that starts an export; the file itself is made by a job, which finds the source by the method. */
export function serveExport(method: ExportMethod, source: ExportSource): Served {
  const served = serve(method, async (call, asked) => {
    if (asked.changed && !(await source.tellsChanges?.(call))) throw new Refusal(m.jobs_export_changed_no());
    const [first] = await source.ids(call, asked, 1);
    if (first === undefined) throw new Refusal(m.engine_export_none());
    const payload = { business: method.business, method: method.name, asked };
    const jobId = await enqueueFor(call, { kind: "export", payload, maxAttempts: 2 });
    const { ids, ...of } = asked;
    call.audit({
      thing: "export",
      thingId: jobId,
      label: source.title(),
      after: { ...of, ...(ids && { rows: ids.length }), unmasked: await call.may("sensitive:view") },
    });
    return { jobId };
  });
  return { ...served, source };
}
