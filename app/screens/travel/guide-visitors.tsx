/** Whom guides brought, by day and ticket type (`/travelInfo/guiderNumDetail`), on the screen, on paper and as a file. */
import { data, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { Form, useLoaderData } from "@remix-run/react";
import { type FieldErrors, isDispatchError } from "~/contract/errors";
import { m } from "~/contract/messages";
import { formatYuan } from "~/contract/money";
import type { Option } from "~/contract/resource";
import { guideVisitors } from "~/contract/travel/guide-visitors";
import { DayInput } from "~/form/day-input";
import { Link } from "~/widgets/link";
import { paperOf } from "~/widgets/print/paper.server";
import { labelIn, Printable, PrintLink } from "~/widgets/print/printable";
import { TableFrame } from "~/widgets/table-frame";
import { visitorsPath as path, visitorsAsked } from "./guide-visitors-asked.server";

export const handle = { menu: "/travelInfo/guiderNumDetail" };

const none = { arrived: 0, tickets: 0, admitted: 0, reward: 0 };
const empty = {
  from: "",
  to: "",
  guides: [] as Option[],
  agencies: [] as Option[],
  rows: [],
  total: none,
  rewards: false,
};

export async function loader({ request, context }: LoaderFunctionArgs) {
  const asked = visitorsAsked(request);
  const chosen = { guideId: String(asked.guideId ?? ""), agencyId: String(asked.agencyId ?? "") };
  const paper = paperOf({ request, context });
  const file = `${path}/file${new URL(request.url).search}`;
  try {
    const found = await context.dispatch.call(guideVisitors, asked);
    const rows = found.rows.map(({ guideId, ...row }) => {
      const to = `/travelInfo/guider/${guideId}`;
      return { ...row, agency: row.agency || m.guided_no_agency(), to: context.mayOpen(to) ? to : "" };
    });
    return data({ ...found, ...chosen, rows, file, paper, errors: {} as FieldErrors });
  } catch (error) {
    if (!isDispatchError(error) || error.failure.kind !== "invalid") throw error;
    const { errors } = error.failure;
    // What can be chosen is asked for again, for the usual days.
    const { guides, agencies } = await context.dispatch.call(guideVisitors, {});
    const days = { from: asked.from ?? "", to: asked.to ?? "" };
    return data({ ...empty, ...chosen, guides, agencies, ...days, file: "", paper, errors }, { status: 422 });
  }
}

export const meta: MetaFunction = () => [{ title: m.fun_guider_num_detail() }];

type View = ReturnType<typeof useLoaderData<typeof loader>>;

export default function GuideVisitors() {
  const view = useLoaderData<typeof loader>();
  const period = `${view.from} – ${view.to}`;
  return (
    <Printable
      paper={view.paper}
      said={[period, labelIn(view.guides, view.guideId), labelIn(view.agencies, view.agencyId)]}
    >
      <header className="page-head">
        <h1>{m.fun_guider_num_detail()}</h1>
        <div className="toolbar no-print">
          <PrintLink paper={view.paper} />
          {view.file && (
            <a className="button" href={view.file} download>
              {m.guided_file()}
            </a>
          )}
        </div>
      </header>
      <Asked view={view} />
      <p className="dim">{m.guided_help()}</p>
      {view.rows.length === 0 ? <p className="empty">{m.guided_empty()}</p> : <Rows view={view} />}
    </Printable>
  );
}

function Asked({ view }: { view: View }) {
  const { from, to, guideId, agencyId, errors } = view;
  return (
    <Form method="get" className="filters panel no-print" role="search" key={`${from}/${to}/${guideId}/${agencyId}`}>
      <Day name="from" label={m.guided_from()} day={from} errors={errors.from} />
      <Day name="to" label={m.guided_to()} day={to} errors={errors.to} />
      <Choice name="guideId" label={m.trade_guide_one()} options={view.guides} chosen={guideId} />
      <Choice name="agencyId" label={m.travel_agency()} options={view.agencies} chosen={agencyId} />
      <button className="button button-primary">{m.policy_show()}</button>
    </Form>
  );
}

interface DayProps {
  name: string;
  label: string;
  day: string;
  errors: string[] | undefined;
}

function Day({ name, label, day, errors }: DayProps) {
  return (
    <div className="field">
      <label htmlFor={name}>{label}</label>
      <DayInput
        className="input"
        id={name}
        name={name}
        defaultValue={day}
        aria-invalid={errors ? true : undefined}
        aria-describedby={errors ? `${name}-error` : undefined}
      />
      {errors && (
        <p className="field-error" id={`${name}-error`}>
          {errors.join(" ")}
        </p>
      )}
    </div>
  );
}

function Choice({ name, label, options, chosen }: { name: string; label: string; options: Option[]; chosen: string }) {
  return (
    <div className="field">
      <label htmlFor={name}>{label}</label>
      <select className="input" id={name} name={name} defaultValue={chosen}>
        <option value="">{m.guided_all()}</option>
        {options.map(({ value, label: text }) => (
          <option key={value} value={value}>
            {text}
          </option>
        ))}
      </select>
    </div>
  );
}

function Rows({ view: { rows, total, rewards } }: { view: View }) {
  const more = rewards ? [m.guided_reward() + m.engine_yuan()] : [];
  return (
    <TableFrame label={m.fun_guider_num_detail()}>
      <table className="table">
        <thead>
          <tr>
            <th scope="col">{m.guided_day()}</th>
            <th scope="col">{m.trade_guide_one()}</th>
            <th scope="col">{m.travel_agency()}</th>
            <th scope="col">{m.ticket_type()}</th>
            {[m.guided_arrived(), m.guided_tickets(), m.guided_admitted(), ...more].map((label) => (
              <th scope="col" className="num" key={label}>
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ day, guide, to, agency, ticketType, arrived, tickets, admitted, reward }) => (
            <tr key={`${day}/${to}/${guide}/${agency}/${ticketType}`}>
              <td>{day}</td>
              <td>{to ? <Link to={to}>{guide}</Link> : guide}</td>
              <td>{agency}</td>
              <td>{ticketType}</td>
              <td className="num">{arrived}</td>
              <td className="num">{tickets}</td>
              <td className="num">{admitted}</td>
              {rewards && <td className="num">{formatYuan(reward)}</td>}
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row" colSpan={4}>
              {m.guided_total()}
            </th>
            <td className="num">{total.arrived}</td>
            <td className="num">{total.tickets}</td>
            <td className="num">{total.admitted}</td>
            {rewards && <td className="num">{formatYuan(total.reward)}</td>}
          </tr>
        </tfoot>
      </table>
    </TableFrame>
  );
}
