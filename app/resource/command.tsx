/** One command on one row of any resource; which one, the path tells. Scripts show the same over the page that it was pressed on. */
import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Form, useNavigation } from "@remix-run/react";
import { m } from "~/contract/messages";
import { Link } from "~/widgets/link";
import { type CommandView, doCommand, loadCommand } from "./load-command.server";
import { CommandForm } from "./parts/command-form";
import { useResourceForm } from "./parts/use-resource-form";

export const loader = (args: LoaderFunctionArgs) => loadCommand(args);
export const action = (args: ActionFunctionArgs) => doCommand(args);

export const meta: MetaFunction<typeof loader> = ({ data }) => [{ title: data?.title ?? "" }];

export default function ResourceCommand() {
  const form = useResourceForm<CommandView>();
  const { view } = form;
  const cancel = (
    <Link className="button" to={view.back}>
      {m.engine_cancel()}
    </Link>
  );
  return (
    <div className="page command-page">
      <header className="page-head">
        <h1>{view.title}</h1>
      </header>
      <CommandForm Form={Form} form={form} busy={useNavigation().state !== "idle"} cancel={cancel} />
    </div>
  );
}
