/** What the till without a line (`/gate-device/till/`) asks, and where it brings its purchases (`/smartCard/offlineList/till`). */
import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { storedOfflineCards, storedOfflineTerms, storedOfflineUpload } from "~/contract/stored/offline";
import { mostEntries } from "~/contract/stored/offline-bounds";
import { attempt, typedOf } from "~/form/submission.server";

const plain = { headers: { "cache-control": "no-store" } };

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { searchParams: asked } = new URL(request.url);
  const salt = asked.get("salt");
  if (salt !== null) return cards(context, { salt, after: asked.get("after"), since: asked.get("since") });
  const terms = await context.dispatch.call(storedOfflineTerms, {});
  return Response.json({ ...terms, mostEntries, now: new Date().toISOString() }, plain);
}

type Asked = Record<"salt" | "after" | "since", string | null>;

/** Cards in parts, or what changed of them since. */
async function cards(context: LoaderFunctionArgs["context"], { salt, after, since }: Asked) {
  const read = storedOfflineCards.payload.safeParse({ salt, after: Number(after) || 0, ...(since && { since }) });
  if (!read.success) return no(422, read.error.issues[0]?.message ?? "");
  return Response.json(await context.dispatch.call(storedOfflineCards, read.data), plain);
}

export async function action({ request, context }: ActionFunctionArgs) {
  const { posId, entries = "" } = typedOf(await request.formData());
  const read = storedOfflineUpload.payload.safeParse({ posId: Number(posId) || 0, entries: jsonOf(entries) });
  if (!read.success) return no(422, read.error.issues[0]?.message ?? "");
  const sent = await attempt(context, () => context.dispatch.call(storedOfflineUpload, read.data));
  if (sent.ok) return Response.json(sent.value, plain);
  const { notice, errors, status } = sent.refusal;
  return no(status, notice?.message ?? Object.values(errors).flat()[0] ?? "");
}

const no = (status: number, message: string) => Response.json({ message }, { ...plain, status });

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
