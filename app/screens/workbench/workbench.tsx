/** The workbench drawer as a page (`/workbench`): what the top bar's button leads to without scripts. */
import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { m } from "~/contract/messages";
import { Link } from "~/widgets/link";
import WorkbenchLinks from "~/widgets/workbench-links";
import { loadWorkbench } from "./load-workbench.server";

export const meta: MetaFunction = () => [{ title: m.workbench_title() }];

export async function loader({ context }: LoaderFunctionArgs) {
  const { user } = context;
  if (!user) throw new Response(null, { status: 401 });
  const manages = user.sysFunctionsSet.some(({ funCode }) => funCode === "sysAccessApplication");
  return { view: await loadWorkbench(context, user), manages };
}

export default function Workbench() {
  const { view, manages } = useLoaderData<typeof loader>();
  return (
    <>
      <div className="page-head">
        <h1>{m.workbench_title()}</h1>
        {manages && (
          <p className="toolbar">
            <Link className="button" to="/sysAccessApplication/quickLinks">
              {m.workbench_manage_links()}
            </Link>
            <Link className="button" to="/sysAccessApplication/applications">
              {m.workbench_manage_applications()}
            </Link>
          </p>
        )}
      </div>
      <WorkbenchLinks {...view} />
    </>
  );
}
