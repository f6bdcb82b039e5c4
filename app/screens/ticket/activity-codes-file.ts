/** The one file of an activity's codes: a post makes and answers it, nothing keeps it. */
import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { m } from "~/contract/messages";
import { issueActivityCodes } from "~/contract/ticket/activity-card";
import { attempt } from "~/form/submission.server";

const pageOf = ({ id = "" }: ActionFunctionArgs["params"]) => `/ticketConfig/activityCardList/${id}/codes`;

export const loader = ({ params }: LoaderFunctionArgs) => redirect(pageOf(params));

export async function action({ request, params, context }: ActionFunctionArgs) {
  if (!/^[1-9]\d{0,14}$/.test(params.id ?? "")) throw new Response(null, { status: 404 });
  const form = await request.formData();
  const reason = String(form.get("reason") ?? "")
    .trim()
    .slice(0, 200);
  if (form.get("anew") === "T" && reason === "") return redirect(`${pageOf(params)}?reason=`, 303);
  const issued = await attempt(context, () =>
    context.dispatch.call(issueActivityCodes, { id: Number(params.id), reason }),
  );
  // The page says who exported them, and when.
  if (!issued.ok) return redirect(pageOf(params), 303);
  const { name, startDay, endDay, codes } = issued.value;
  const heads = [m.card_file_code(), m.activity_card(), m.card_file_from(), m.card_file_to()];
  const rows = [heads, ...codes.map((code) => [code, name, startDay, endDay])];
  const text = `\uFEFF${rows.map((row) => row.map(cell).join(",")).join("\r\n")}\r\n`;
  return new Response(text, {
    headers: {
      "content-type": "text/csv; charset=utf-8",
      "content-disposition": `attachment; filename="codes.csv"; filename*=UTF-8''${encodeURIComponent(`${name}.csv`)}`,
      "cache-control": "no-store",
    },
  });
}

/** A spreadsheet takes what begins so for a formula. */
function cell(text: string): string {
  const plain = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(plain) ? `"${plain.replaceAll('"', '""')}"` : plain;
}
