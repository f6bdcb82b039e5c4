/** A list as something that can be exported: which rows, in which order, and what their cells say. */
import type { ExportColumn, ExportMethod, ExportPayload } from "~/contract/export";
import { m } from "~/contract/messages";
import { enqueueFor } from "./enqueue";
import { Refusal } from "./refusal";
import { type Call, type Served, serve } from "./served";

/** Cells by column; a number in a money column is fen. */
export type ExportRow = Record<string, string | number | null>;

export interface ExportSource {
  title: () => string;
  columns: ExportColumn[];
  /** Ids in order, at most `limit`. One walk over an index: rows that come later are not in the file. */
  ids(call: Call, asked: ExportPayload, limit: number): Promise<number[]>;
  /** Rows of these ids, in their order, masked and labelled for the caller; what has gone meanwhile is left out. */
  rows(call: Call, ids: number[]): Promise<ExportRow[]>;
}

/** The method that starts an export; the file itself is made by a job, which finds the source by the method. */
export function serveExport(method: ExportMethod, source: ExportSource): Served {
  const served = serve(method, async (call, asked) => {
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
