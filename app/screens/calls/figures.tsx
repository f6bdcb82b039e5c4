/** Figures of all calls (`/system/callFigures`): by method and by caller, the slowest or those that fail first. */
import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { callFigures, type callPeriods } from "~/contract/calls/call-log";
import { type Message, m } from "~/contract/messages";
import type { AnswerOf } from "~/contract/method";
import { Link } from "~/widgets/link";

export const handle = { menu: "/system/callLog" };
export const meta: MetaFunction = () => [{ title: m.call_figures() }];

type Period = (typeof callPeriods)[number];
const periods: Readonly<Record<Period, Message>> = {
  hour: m.call_period_hour,
  day: m.call_period_day,
  week: m.call_period_week,
};
const orders = { slow: m.call_by_slow, failing: m.call_by_failing, calls: m.call_by_calls } as const;
type Order = keyof typeof orders;

const isPeriod = (text: string | null): text is Period => text !== null && Object.hasOwn(periods, text);
const isOrder = (text: string | null): text is Order => text !== null && Object.hasOwn(orders, text);

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { searchParams } = new URL(request.url);
  const [given, sorted] = [searchParams.get("period"), searchParams.get("by")];
  const period = isPeriod(given) ? given : "day";
  const by = isOrder(sorted) ? sorted : "slow";
  const found = await context.dispatch.call(callFigures, { period, by });
  const to = (one: string, other: string) => `/system/callFigures?period=${one}&by=${other}`;
  return {
    periods: Object.entries(periods).map(([one, label]) => ({ label: label(), to: to(one, by), now: one === period })),
    orders: Object.entries(orders).map(([one, label]) => ({ label: label(), to: to(period, one), now: one === by })),
    sums: [
      [m.call_n(), found.calls],
      [m.call_refused(), found.refused],
      [m.call_failed(), found.failed],
    ] as const,
    dropped: found.dropped > 0 ? m.call_dropped({ n: found.dropped }) : "",
    methods: found.methods.map(lineOf("method")),
    callers: found.callers.map(lineOf("caller")),
  };
}

const lineOf = (filter: "method" | "caller") => (one: AnswerOf<typeof callFigures>["methods"][number]) => ({
  ...one,
  failing: `${((one.failed / Math.max(1, one.calls)) * 100).toFixed(one.failed === 0 ? 0 : 1)}%`,
  to: `/system/callLog?${filter}=${encodeURIComponent(one.name)}`,
});

export default function CallFigures() {
  const { periods, orders, sums, dropped, methods, callers } = useLoaderData<typeof loader>();
  return (
    <div className="page">
      <header className="page-head">
        <h1>{m.call_figures()}</h1>
        <div className="toolbar">
          <Link className="button" to="/system/callLog">
            {m.call_to_log()}
          </Link>
        </div>
      </header>
      <div className="toolbar message-filters">
        <Choices label={m.call_period()} choices={periods} />
        <Choices label={m.call_by()} choices={orders} />
      </div>
      <p className="dim">{m.call_note()}</p>
      {dropped !== "" && (
        <p className="notice notice-warn" role="status">
          {dropped}
        </p>
      )}
      <dl className="facts">
        {sums.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <Figures title={m.call_by_method()} head={m.call_what()} lines={methods} names />
      <Figures title={m.call_by_caller()} head={m.call_caller()} lines={callers} />
    </div>
  );
}

interface Choice {
  label: string;
  to: string;
  now: boolean;
}

function Choices({ label, choices }: { label: string; choices: Choice[] }) {
  return (
    <nav className="segments" aria-label={label}>
      {choices.map((choice) => (
        <Link key={choice.to} to={choice.to} aria-current={choice.now || undefined}>
          {choice.label}
        </Link>
      ))}
    </nav>
  );
}

type Line = ReturnType<ReturnType<typeof lineOf>>;

/** `names`: with the name of the method beside what people call it, for whoever reports it to support. */
function Figures({ title, head, lines, names }: { title: string; head: string; lines: Line[]; names?: boolean }) {
  return (
    <section className="panel">
      <h2>{title}</h2>
      {lines.length === 0 && <p className="empty">{m.call_none()}</p>}
      {lines.length > 0 && (
        <div className="table-frame">
          <table className="table">
            <thead>
              <tr>
                <th scope="col">{head}</th>
                {names && <th scope="col">{m.call_method()}</th>}
                <th scope="col" className="num">
                  {m.call_n()}
                </th>
                <th scope="col" className="num">
                  {m.call_failing()}
                </th>
                <th scope="col" className="num">
                  {m.call_refused()}
                </th>
                <th scope="col" className="num">
                  {m.call_average()}
                </th>
                <th scope="col" className="num">
                  {m.call_p95()}
                </th>
                <th scope="col" className="num">
                  {m.call_max()}
                </th>
              </tr>
            </thead>
            <tbody>
              {lines.map((line) => (
                <tr key={line.name}>
                  <td>
                    <Link to={line.to}>{line.label}</Link>
                  </td>
                  {names && <td>{line.name !== "" && <code>{line.name}</code>}</td>}
                  <td className="num">{line.calls}</td>
                  <td className="num">{line.failing}</td>
                  <td className="num">{line.refused}</td>
                  <td className="num">{line.average}</td>
                  <td className="num">{line.p95}</td>
                  <td className="num">{line.max}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </section>
  );
}
