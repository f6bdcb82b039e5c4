/** One data migration (`/tenantManage/dataMigration/index/7`): how far it is, kind by kind, and what became of each thing. */
import { type ActionFunctionArgs, data, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { m } from "~/contract/messages";
import { dataMigrationRun, type MigrationRun } from "~/contract/tenant/migration";
import { commandDetail, loadDetail } from "~/resource/load-detail.server";
import { DetailPage } from "~/resource/parts/detail-page";
import { refreshHeaders, useLookAgain } from "~/resource/parts/job-progress";
import { Link } from "~/widgets/link";
import { idIn } from "../query.server";
import { CountsTable, ThingsTable } from "./migration-tables";
import "./migration.css";

export const headers = refreshHeaders;

export async function loader(args: LoaderFunctionArgs) {
  const id = idIn(args.params);
  const kind = new URL(args.request.url).searchParams.get("kind") ?? "";
  const chosen = /^[A-Za-z]{1,40}$/.test(kind) ? kind : "";
  const [view, run] = await Promise.all([
    loadDetail(args),
    args.context.dispatch.call(dataMigrationRun, { id, ...(chosen !== "" && { kind: chosen }) }),
  ]);
  const underWay = run.state === "waiting" || run.state === "running";
  const init = underWay ? { headers: { refresh: "3" } } : {};
  return data({ view, run, chosen, underWay }, init);
}

export const action = (args: ActionFunctionArgs) => commandDetail(args);

export const meta: MetaFunction<typeof loader> = ({ data: loaded }) => [{ title: loaded?.view.heading ?? "" }];

const states: Record<MigrationRun["state"], () => string> = {
  waiting: m.migration_state_waiting,
  running: m.migration_state_running,
  stopped: m.migration_state_stopped,
  done: m.migration_state_done,
  undone: m.migration_state_undone,
};

export default function MigrationRunPage() {
  const { view, run, chosen, underWay } = useLoaderData<typeof loader>();
  useLookAgain(underWay);
  return (
    <DetailPage view={view} notice={useActionData<typeof action>()?.notice}>
      <section className="panel" aria-labelledby="migration-progress">
        <h2 id="migration-progress">{m.migration_progress()}</h2>
        <p aria-live="polite">
          <label htmlFor="job-progress">{states[run.state]()}</label>{" "}
          <progress id="job-progress" max={run.total || 1} value={run.done} /> {`${run.done} / ${run.total}`}
        </p>
        {run.error !== "" && <p className="notice notice-bad">{run.error}</p>}
        {underWay && (
          <p className="dim">
            {m.migration_leave()} <a href={`/tenantManage/dataMigration/index/${view.id}`}>{m.migration_refresh()}</a>
          </p>
        )}
        <CountsTable label={m.migration_progress()} rows={run.kinds} />
      </section>
      <Things run={run} chosen={chosen} here={`/tenantManage/dataMigration/index/${view.id}`} />
    </DetailPage>
  );
}

function Things({ run: { kinds, rows, capped }, chosen, here }: { run: MigrationRun; chosen: string; here: string }) {
  const ways = [{ kind: "", label: m.migration_all_items() }, ...kinds];
  return (
    <section className="panel" aria-labelledby="migration-items">
      <h2 id="migration-items">{m.migration_items()}</h2>
      <div className="toolbar migration-ways">
        {ways.map(({ kind, label }) => (
          <Link
            key={kind}
            className={kind === chosen ? "button button-primary" : "button"}
            to={kind === "" ? here : `${here}?kind=${kind}`}
            aria-current={kind === chosen ? "true" : undefined}
          >
            {label}
          </Link>
        ))}
      </div>
      {rows.length === 0 ? (
        <p className="dim">{m.migration_none_shown()}</p>
      ) : (
        <ThingsTable label={m.migration_items()} rows={rows} done />
      )}
      {capped && <p className="dim">{m.migration_capped()}</p>}
    </section>
  );
}
