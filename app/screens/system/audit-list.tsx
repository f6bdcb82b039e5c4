/** The audit log (`/system/auditList`): the engine's list, without the looks at personal data until somebody asks for them. */
import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { m } from "~/contract/messages";
import { audit } from "~/contract/platform/logs";
import { loadList } from "~/resource/load-list.server";
import { ListFrame } from "~/resource/parts/list-frame";

/** `look` of the address: `all` shows looks beside changes, anything that the filter knows those alone. */
const everything = "all";

export async function loader({ request, context, ...args }: LoaderFunctionArgs) {
  const url = new URL(request.url);
  const asked = url.searchParams.get("look");
  if (!asked) url.searchParams.set("look", "false");
  const view = await loadList({ ...args, context, request: new Request(url, { signal: request.signal }) }, audit);
  const switched = new URL(url);
  switched.searchParams.delete("pageNo");
  if (asked) switched.searchParams.delete("look");
  else switched.searchParams.set("look", everything);
  const label = asked ? m.did_hide_looks() : m.did_show_looks();
  const filtered = [...url.searchParams].some(
    ([name, value]) => value !== "" && filterNames.has(name.split(".")[0] ?? ""),
  );
  return {
    ...view,
    filtered,
    tools: [{ to: view.path + switched.search, label }],
    rows: view.rows.map((row) => ({
      ...row,
      links: [{ to: "/system/auditList/{id}", label: m.system_entry() }],
    })),
  };
}

const filterNames = new Set(
  Object.entries(audit.fields).flatMap(([name, { filter }]: [string, { filter?: unknown }]) =>
    filter && name !== "look" ? [name] : [],
  ),
);

export const meta: MetaFunction = () => [{ title: m.system_audit() }];

export default function AuditList() {
  return <ListFrame view={useLoaderData<typeof loader>()} />;
}
