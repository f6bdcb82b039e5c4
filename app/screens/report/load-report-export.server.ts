/** Exporting a report: its rows as they are grouped and filtered, once or by itself every day, week or month. */
import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { exportFormats } from "~/contract/export";
import { inSentence } from "~/contract/in-sentence";
import { m } from "~/contract/messages";
import { exportPlanAdd, exportRhythms } from "~/contract/platform/export-plan";
import { ownJob } from "~/contract/platform/job";
import { attempt, noticeOfRefusal } from "~/form/submission.server";
import { rhythmLabel } from "~/resource/load-export.server";
import { waitBriefly } from "~/resource/wait-briefly.server";
import { businessDay } from "~/screens/business-day";
import { reportAt } from "./load-report.server";
import { addressOf, readAddress } from "./report-address.server";
import { periodText } from "./report-words.server";

function exportedOf({ request, context }: LoaderFunctionArgs) {
  const [path = ""] = context.path.split("?");
  const report = reportAt(path.replace(/\/export$/, ""));
  return { report, at: readAddress(report, new URL(request.url), businessDay()) };
}

export function loadReportExport(args: LoaderFunctionArgs) {
  const { report, at } = exportedOf(args);
  return {
    title: m.report_export_title({ title: inSentence(report.title()) }),
    back: addressOf(report, at),
    rows: m.report_export_rows({ period: periodText(at) }),
    formats: exportFormats,
    rhythms: [
      { value: "", label: m.jobs_plan_once() },
      ...exportRhythms.map((value) => ({ value: String(value), label: rhythmLabel(value) })),
    ],
  };
}

export async function startReportExport(args: ActionFunctionArgs) {
  const { context, request } = args;
  const { report, at } = exportedOf(args);
  const form = await request.formData();
  // The first that the page offers.
  const format = exportFormats.find((one) => one === form.get("format")) ?? "xls";
  const filters = { period: `${at.from}~${at.to}`, by: at.by, ...at.only };
  const asked = { format, filters };
  const rhythm = exportRhythms.find((one) => one === form.get("rhythm"));
  if (rhythm !== undefined) {
    const { business, name } = report.export;
    const plan = { list: `${business}/${name}`, rhythm, asked };
    const planned = await attempt(context, () => context.dispatch.call(exportPlanAdd, plan), m.error_export_title());
    if (!planned.ok) return data({ notice: noticeOfRefusal(planned.refusal) }, planned.refusal.status);
    context.session.flash({ text: m.jobs_plan_made({ day: planned.value.nextDay }) });
  }
  const started = await attempt(context, () => context.dispatch.call(report.export, asked), m.error_export_title());
  if (!started.ok) return data({ notice: noticeOfRefusal(started.refusal) }, started.refusal.status);
  const { jobId } = started.value;
  await waitBriefly(async () => {
    const { state } = await context.dispatch.call(ownJob, { id: jobId });
    return state !== "waiting" && state !== "running";
  });
  return redirect(`/exports/${jobId}`, 303);
}
