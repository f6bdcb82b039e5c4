/** The sign-in log (`/system/signInLog`): the engine's list, with devices by the names that their owners know. */
import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { deviceName } from "~/contract/device-name";
import { m } from "~/contract/messages";
import { signIn } from "~/contract/platform/logs";
import { loadList } from "~/resource/load-list.server";
import { ListFrame } from "~/resource/parts/list-frame";

const resource = signIn;
const good = ["success", "sent"];

export async function loader(args: LoaderFunctionArgs) {
  const view = await loadList(args, resource);
  const device = view.columns.findIndex(({ name }) => name === "userAgent");
  const outcome = view.columns.findIndex(({ name }) => name === "outcome");
  const labels = view.filters.find(({ name }) => name === "outcome");
  const options = labels && "options" in labels ? labels.options : [];
  const state = (label: string) => {
    const value = options.find((option) => option.label === label)?.value ?? "";
    return { state: good.includes(value) ? "done" : "failed", label };
  };
  return {
    ...view,
    columns: view.columns.map((column) => ({ ...column, link: undefined })),
    rows: view.rows.map((row) => ({
      ...row,
      cells: row.cells.map((cell, index) => {
        if (typeof cell !== "string") return cell;
        if (index === device) return deviceName(cell) || cell.slice(0, 60);
        return index === outcome ? state(cell) : cell;
      }),
    })),
  };
}

export const meta: MetaFunction = () => [{ title: m.system_sign_ins() }];

export default function SignInList() {
  return <ListFrame view={useLoaderData<typeof loader>()} />;
}
