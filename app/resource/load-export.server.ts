/** Exporting a list: asks first (specification 5), then a job makes the file. */
import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import type { z } from "zod";
import { type ExportFormat, type ExportMethod, exportFormats } from "~/contract/export";
import { inSentence } from "~/contract/in-sentence";
import { m } from "~/contract/messages";
import { type ExportRhythm, exportPlanAdd, exportRhythms, exportWays } from "~/contract/platform/export-plan";
import { ownJob } from "~/contract/platform/job";
import { type AnyResource, allRows, countBound } from "~/contract/resource";
import { attempt, noticeOfRefusal } from "~/form/submission.server";
import { findByPath } from "./find-resource.server";
import { listQueryOf } from "./list-fields.server";
import { readIds, writeIds } from "./parts/id-set";
import type { ListQuery } from "./parts/list-query.server";
import { waitBriefly } from "./wait-briefly.server";
import { driftOf, openSet, sealSet } from "./whole-set.server";

interface Exported {
  resource: AnyResource;
  query: ListQuery;
}

export interface ExportView {
  title: string;
  back: string;
  question: string;
  formats: readonly ExportFormat[];
  /** How many rows each choice has, in words; none: there is nothing to export. */
  /** All of them, as many as they are now: signed. */
  found: string;
  scopes: { value: "all" | "changed" | "page" | "chosen"; label: string }[];
  /** What "changed" cannot tell; "" where it is not offered. */
  note: string;
  /** How often it comes by itself from now on; "": not at all. */
  rhythms: { value: "" | ExportRhythm; label: string }[];
  /** Where else a planned one goes (`mail`, the id of a store); none where there is neither. */
  ways: { value: string; label: string }[];
}

function exportedOf({ request, context }: LoaderFunctionArgs): Exported {
  const resource = findByPath(context.path.split("?")[0] ?? "");
  return { resource, query: listQueryOf(resource, new URL(request.url)) };
}

export async function loadExport(args: LoaderFunctionArgs): Promise<ExportView> {
  const { resource, query } = exportedOf(args);
  const { list } = resource.methods;
  const { business, name } = resource.methods.export;
  const asked = { list: `${business}/${name}`, filters: query.payload.filters ?? {} };
  const [{ count, otherData }, { address, stores, lastExport }] = await Promise.all([
    args.context.dispatch.call(list, { ...query.payload, pageNo: 1, pageSize: 1 }),
    args.context.dispatch.call(exportWays, asked),
  ]);
  const chosen = readIds(new URL(args.request.url).searchParams.get("sel") ?? "").length;
  const size = pageSizeOf(query, count);
  const onPage = Math.max(0, Math.min(size, count - (pageNoOf(query) - 1) * size));
  const all = otherData.capped ? m.engine_total_more({ n: countBound }) : m.engine_total({ n: count });
  return {
    title: m.engine_export_title({ title: inSentence((resource.listTitle ?? resource.title)()) }),
    back: resource.path + new URL(query.here, args.request.url).search,
    question: count === 0 ? m.engine_export_none() : m.jobs_export_question(),
    formats: exportFormats,
    rhythms: [
      { value: "", label: m.jobs_plan_once() },
      ...exportRhythms.map((value) => ({ value, label: rhythmLabel(value) })),
    ],
    ways:
      address === "" && stores.length === 0
        ? []
        : [
            { value: "", label: m.jobs_plan_to_console() },
            ...(address === "" ? [] : [{ value: "mail", label: m.jobs_plan_to_mail({ address }) }]),
            ...stores.map(({ id, name }) => ({ value: String(id), label: m.jobs_plan_to_store({ name }) })),
          ],
    found: sealSet(args.context, resource, query, { count, ids: "" }),
    note: count === 0 || lastExport === null ? "" : m.jobs_export_changed_note(),
    scopes:
      count === 0
        ? []
        : [
            ...(chosen > 0 ? [{ value: "chosen" as const, label: m.jobs_export_chosen({ n: chosen }) }] : []),
            { value: "all", label: m.jobs_export_all({ total: all }) },
            ...(lastExport === null ? [] : [{ value: "changed" as const, label: changedLabel(lastExport) }]),
            ...(onPage > 0 ? [{ value: "page" as const, label: m.jobs_export_page({ n: onPage }) }] : []),
          ],
  };
}

const changedLabel = (lastExport: string): string =>
  lastExport === "" ? m.jobs_export_changed_first() : m.jobs_export_changed({ since: lastExport });

export const rhythmLabel = (rhythm: ExportRhythm): string =>
  ({ daily: m.jobs_plan_daily, weekly: m.jobs_plan_weekly, monthly: m.jobs_plan_monthly })[rhythm]();

const pageNoOf = ({ payload }: ListQuery) => payload.pageNo ?? 1;

function pageSizeOf({ payload }: ListQuery, count: number): number {
  return payload.pageSize === undefined || payload.pageSize === allRows ? Math.max(1, count) : payload.pageSize;
}

export async function startExport(args: ActionFunctionArgs) {
  const { context, request } = args;
  const { resource, query } = exportedOf(args);
  const form = await request.formData();
  const address = new URL(request.url).searchParams;
  if (form.has("tick")) return withTicked(context.path, form);
  const format = exportFormats.find((one) => one === form.get("format")) ?? "xls";
  const ids = readIds(address.get("sel") ?? "");
  const scope = String(form.get("scope") ?? "all");
  const { filters = {}, order = "asc", sort } = query.payload;
  const asked: z.input<ExportMethod["payload"]> = {
    format,
    filters,
    order,
    ...(sort && { sort }),
    ...(scope === "chosen" && ids.length > 0 && { ids }),
    ...(scope === "changed" && { changed: true }),
    ...(scope === "page" && { page: { pageNo: pageNoOf(query), pageSize: pageSizeOf(query, 100_000) } }),
  };
  const seen = String(form.get("found") ?? "");
  // Whoever posts without the page has seen no number that could have drifted.
  if (scope === "all" && seen !== "") {
    const found = await context.dispatch.call(resource.methods.list, { ...query.payload, pageNo: 1, pageSize: 1 });
    const set = openSet(context, resource, query, seen);
    const drift = driftOf(set, { count: found.count, ids: "" });
    if (drift !== "") return data({ notice: { title: "", message: drift } }, 422);
  }
  const rhythm = exportRhythms.find((one) => one === form.get("rhythm"));
  if (rhythm !== undefined) {
    const { business, name } = resource.methods.export;
    const way = String(form.get("way") ?? "");
    const storeId = /^[1-9]\d{0,14}$/.test(way) ? Number(way) : undefined;
    const plan = {
      list: `${business}/${name}`,
      rhythm,
      byMail: way === "mail",
      ...(storeId !== undefined && { storeId }),
      asked: { format, filters, order, ...(sort && { sort }), ...(scope === "changed" && { changed: true }) },
    };
    const planned = await attempt(context, () => context.dispatch.call(exportPlanAdd, plan), m.error_export_title());
    if (!planned.ok) return data({ notice: noticeOfRefusal(planned.refusal) }, planned.refusal.status);
    context.session.flash({ text: m.jobs_plan_made({ day: planned.value.nextDay }) });
  }
  const started = await attempt(
    context,
    () => context.dispatch.call(resource.methods.export, asked),
    m.error_export_title(),
  );
  if (!started.ok) return data({ notice: noticeOfRefusal(started.refusal) }, started.refusal.status);
  const { jobId } = started.value;
  await waitBriefly(async () => {
    const { state } = await context.dispatch.call(ownJob, { id: jobId });
    return state !== "waiting" && state !== "running";
  });
  return redirect(`/exports/${jobId}`, 303);
}

/** Ticked in the list, and not yet in its address. */
function withTicked(path: string, form: FormData) {
  const ticked = form.getAll("s").flatMap((id) => readIds(String(id)));
  const sel = writeIds([...readIds(String(form.get("sel") ?? "")), ...ticked]);
  const url = new URL(path, "http://list");
  if (sel !== "" && sel.length <= 4_000) url.searchParams.set("sel", sel);
  return redirect(url.pathname + url.search, 303);
}
