/** How the console runs (`/system/health`): what is wrong first, each with what to do. */
import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { m } from "~/contract/messages";
import { systemHealth } from "~/contract/platform/health";
import { Link } from "~/widgets/link";
import { TableFrame } from "~/widgets/table-frame";

const tones = { ok: "good", look: "warn", wrong: "bad" } as const;

export async function loader({ context }: LoaderFunctionArgs) {
  const { findings, nodes } = await context.dispatch.call(systemHealth, {});
  const labels = { ok: m.health_ok(), look: m.health_look(), wrong: m.health_wrong() };
  const wrong = findings.filter(({ state }) => state !== "ok").length;
  return {
    summary: wrong === 0 ? m.health_all_well() : m.health_to_look({ n: wrong }),
    tone: findings.some(({ state }) => state === "wrong") ? "bad" : wrong > 0 ? "warn" : "good",
    // A matter may be said twice: of two disks, say.
    rows: findings.map((finding, place) => ({
      ...finding,
      key: `${finding.topic} ${place}`,
      label: labels[finding.state],
      tone: tones[finding.state],
    })),
    nodes,
  };
}

export const meta: MetaFunction = () => [{ title: m.health_title() }];

export default function Health() {
  const { summary, tone, rows, nodes } = useLoaderData<typeof loader>();
  return (
    <div className="page">
      <header className="page-head">
        <h1>{m.health_title()}</h1>
      </header>
      <p className={`notice notice-${tone}`}>{summary}</p>
      <TableFrame label={m.health_title()}>
        <table className="table table-cards">
          <caption className="visually-hidden">{m.health_title()}</caption>
          <thead>
            <tr>
              <th scope="col">{m.health_topic()}</th>
              <th scope="col">{m.status()}</th>
              <th scope="col">{m.health_says()}</th>
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={row.key}>
                <th scope="row">{row.topic}</th>
                <td data-label={m.status()}>
                  <span className={`badge badge-${row.tone}`}>{row.label}</span>
                </td>
                <td className="said">
                  {row.says}
                  {row.todo && (
                    <p>
                      <strong>{m.health_todo()}</strong> {row.todo}
                    </p>
                  )}
                  {/* On a line of its own: within a sentence its colour alone would tell it from the words. */}
                  {row.todo && row.link && (
                    <p>
                      <Link to={row.link}>{m.health_open()}</Link>
                    </p>
                  )}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </TableFrame>
      <header className="page-head">
        <h2>{m.health_nodes()}</h2>
      </header>
      <TableFrame label={m.health_nodes()}>
        <table className="table table-cards">
          <thead>
            <tr>
              <th scope="col">{m.health_node()}</th>
              <th scope="col">{m.status()}</th>
              <th scope="col">{m.health_version()}</th>
              <th scope="col">{m.health_started()}</th>
              <th scope="col">{m.health_seen()}</th>
              <th scope="col">{m.health_connections()}</th>
              <th scope="col" className="num">
                {m.health_free()}
              </th>
            </tr>
          </thead>
          <tbody>
            {nodes.map((node) => (
              <tr key={node.name + node.startedAt}>
                <th scope="row">{node.name}</th>
                <td data-label={m.status()}>
                  <span className={`badge badge-${node.runs ? "good" : "warn"}`}>
                    {node.runs ? m.health_runs() : m.health_gone()}
                  </span>
                </td>
                <td data-label={m.health_version()}>{node.version}</td>
                <td data-label={m.health_started()}>{node.startedAt}</td>
                <td data-label={m.health_seen()}>{node.seenAt}</td>
                <td data-label={m.health_connections()}>{node.connections}</td>
                <td data-label={m.health_free()} className="num">
                  {node.diskFree}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </TableFrame>
    </div>
  );
}
