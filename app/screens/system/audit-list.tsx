/** The audit log (`/system/auditList`): the engine's list, with things by the names that people know them by. */
import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { m } from "~/contract/messages";
import { audit } from "~/contract/platform/logs";
import { loadList } from "~/resource/load-list.server";
import { ListFrame } from "~/resource/parts/list-frame";
import { thingName, things } from "./audit-names.server";

const resource = audit;

export async function loader(args: LoaderFunctionArgs) {
  const view = await loadList(args, resource);
  const place = view.columns.findIndex(({ name }) => name === "thing");
  const target = view.columns.findIndex(({ name }) => name === "label");
  return {
    ...view,
    filters: view.filters.map((filter) =>
      filter.name === "thing" && filter.kind === "text"
        ? { ...filter, kind: "choice" as const, options: things() }
        : filter,
    ),
    rows: view.rows.map((row) => ({
      ...row,
      cells: row.cells.map((cell, index) => {
        if (index === place && typeof cell === "string") return thingName(cell);
        return index === target && cell === "" ? m.system_no_target() : cell;
      }),
      links: [{ to: "/system/auditList/{id}", label: m.system_entry() }],
    })),
  };
}

export const meta: MetaFunction = () => [{ title: m.system_audit() }];

export default function AuditList() {
  return <ListFrame view={useLoaderData<typeof loader>()} />;
}
