/** The flows of sales and refunds (`/liteflow/nodeSet`): drawn as they run, each with the way to change it. */
import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { m } from "~/contract/messages";
import { getFlows, refundFlow, saleFlow } from "~/contract/order/flow";
import { Link } from "~/widgets/link";
import { PrintButton } from "~/widgets/print/print-sheet";
import { labelOf, loadLabels } from "../labels.server";
import { mayOpen, mayPress } from "../rights.server";
import { type Part, refundPicture, salePicture } from "./flow-picture.server";
import "./flows.css";

export const meta: MetaFunction = () => [{ title: m.fun_node_set() }];

export async function loader({ context }: LoaderFunctionArgs) {
  const [flows, labels] = await Promise.all([
    context.dispatch.call(getFlows, {}),
    loadLabels(context, "saleNode", "refundNode"),
  ]);
  const linksOf = ({ path, buttons }: Pick<typeof saleFlow, "path" | "buttons">, id: number | undefined) => {
    if (id === undefined) return mayPress(context, buttons.add) ? [{ to: `${path}/new`, label: m.flow_set() }] : [];
    return [
      ...(mayPress(context, buttons.edit) ? [{ to: `${path}/${id}/edit`, label: m.flow_edit() }] : []),
      { to: `${path}/${id}`, label: m.flow_log() },
    ];
  };
  const { sale, refund } = flows;
  return {
    parameters: mayOpen(context, "paramList") ? "/system/paramList" : "",
    flows: [
      {
        ...{ key: "sale", title: m.flow_sale(), name: sale.name, isSet: sale.steps.length > 0 },
        links: linksOf(saleFlow, sale.id),
        parts: salePicture(sale.steps, flows, (node) => labelOf(labels, "saleNode", node)),
      },
      {
        ...{ key: "refund", title: m.flow_refund(), name: refund.name, isSet: refund.steps.length > 0 },
        links: linksOf(refundFlow, refund.id),
        parts: refundPicture(refund.steps, flows, (node) => labelOf(labels, "refundNode", node)),
      },
    ],
  };
}

export default function Flows() {
  const { flows, parameters } = useLoaderData<typeof loader>();
  return (
    <div className="page">
      <header className="page-head">
        <h1>{m.fun_node_set()}</h1>
        <div className="toolbar no-print">
          <PrintButton />
        </div>
      </header>
      <div className="flow-charts">
        {flows.map(({ key, title, name, isSet, links, parts }) => (
          <section key={key} className="panel flow-chart" aria-labelledby={`flow-${key}`}>
            <header className="page-head">
              <h2 id={`flow-${key}`}>{name === "" || name === title ? title : `${title} · ${name}`}</h2>
              <div className="toolbar no-print">
                {links.map(({ to, label }, place) => (
                  <Link key={to} to={to} className={place === 0 ? "button button-primary" : "button"}>
                    {label}
                    <span className="visually-hidden"> {title}</span>
                  </Link>
                ))}
              </div>
            </header>
            {!isSet && <p className="dim">{m.flow_none()}</p>}
            <ol>
              {parts.map((part) => (
                <ChartStep key={part.key} part={part} parameters={parameters} />
              ))}
              <li className="flow-step flow-end">{m.flow_end()}</li>
            </ol>
          </section>
        ))}
      </div>
    </div>
  );
}

const acts = {
  refuse: { words: m.flow_act_refuse, tone: "bad" },
  approve: { words: m.flow_act_approve, tone: "warn" },
  pass: { words: m.flow_act_pass, tone: "good" },
  tell: { words: m.flow_act_tell, tone: "calm" },
};

function ChartStep({ part, parameters }: { part: Part; parameters: string }) {
  const { key, title, says, act, active, byParameter } = part;
  const isOwn = act !== null && !byParameter;
  return (
    <li className={`flow-step${isOwn ? " flow-own" : ""}${active ? "" : " flow-off"}`} data-step={key}>
      <h3>
        {title}
        {act && <span className={`badge badge-${acts[act].tone}`}>{acts[act].words()}</span>}
        {!isOwn && <span className="dim">{m.flow_fixed()}</span>}
      </h3>
      <p>{active ? says : m.flow_says_off({ step: says })}</p>
      {act === "approve" && active && <p className="dim">{m.flow_approved()}</p>}
      {byParameter && parameters !== "" && (
        <p className="no-print">
          <Link to={parameters}>{m.flow_param()}</Link>
        </p>
      )}
    </li>
  );
}
