/** Groups that are expected on a day (`/createGroup/day`), for the gate and for paper. */
import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Form, useLoaderData } from "@remix-run/react";
import { m } from "~/contract/messages";
import { formatYuan } from "~/contract/money";
import { groupDay } from "~/contract/ticket/group-booking";
import { DayInput } from "~/form/day-input";
import { labelOf, loadLabels } from "~/screens/labels.server";
import { dayFrom } from "~/screens/query.server";
import { Link } from "~/widgets/link";
import { PrintButton } from "~/widgets/print/print-sheet";
import { StateBadge } from "~/widgets/state-badge";
import { TableFrame } from "~/widgets/table-frame";
import "./group.css";

const path = "/createGroup";

export const handle = { menu: path };

export async function loader({ request, context }: LoaderFunctionArgs) {
  const wanted = dayFrom(request, "day", "");
  const [sheet, labels] = await Promise.all([
    context.dispatch.call(groupDay, wanted ? { day: wanted } : {}),
    loadLabels(context, "groupBookingState"),
  ]);
  const sum = (of: (group: (typeof sheet.groups)[number]) => number) =>
    sheet.groups.reduce((all, group) => all + of(group), 0);
  return {
    day: sheet.day,
    title: m.group_day_title({ day: sheet.day }),
    sum: m.group_sum({
      groups: sheet.groups.length,
      persons: sum(({ persons }) => persons),
      arrived: sum(({ arrived }) => arrived),
    }),
    hours: byHour(
      sheet.groups.map((group) => ({
        ...group,
        people: group.people.map(({ name, quantity }) => `${name} ${quantity}`).join(m.group_sep()),
        stateLabel: labelOf(labels, "groupBookingState", group.state),
      })),
    ),
  };
}

/** Groups in the order in which they come, by the hour of their slot or arrival; those without one last. */
function byHour<G extends { slot: string; arrival: string; persons: number }>(groups: readonly G[]) {
  const hourOf = ({ slot, arrival }: G) => (slot || arrival).slice(0, 2);
  const hours = [...new Set(groups.map(hourOf))].sort((one, other) => (one || "99").localeCompare(other || "99"));
  return hours.map((hour) => {
    const of = groups.filter((group) => hourOf(group) === hour);
    const figures = { groups: of.length, persons: of.reduce((sum, { persons }) => sum + persons, 0) };
    return { hour, groups: of, label: hour ? m.group_hour({ hour, ...figures }) : m.group_no_hour(figures) };
  });
}

export const meta: MetaFunction<typeof loader> = ({ data }) => [{ title: data?.title ?? "" }];

export default function GroupDay() {
  const view = useLoaderData<typeof loader>();
  return (
    <div className="page">
      <header className="page-head">
        <h1>{view.title}</h1>
        <div className="toolbar no-print">
          <PrintButton />
          <Link className="button" to={path}>
            {m.fun_create_group()}
          </Link>
        </div>
      </header>
      <Form method="get" className="panel group-actions no-print" key={view.day}>
        <div className="field">
          <label htmlFor="day">{m.order_visit_day()}</label>
          <DayInput className="input" id="day" name="day" defaultValue={view.day} />
        </div>
        <button className="button button-primary">{m.policy_show()}</button>
      </Form>
      {view.hours.length === 0 ? (
        <p className="empty">{m.group_day_none()}</p>
      ) : (
        <>
          <p className="group-sum">{view.sum}</p>
          <Groups view={view} />
        </>
      )}
    </div>
  );
}

function Groups({ view }: { view: ReturnType<typeof useLoaderData<typeof loader>> }) {
  return (
    <TableFrame label={view.title}>
      <table className="table table-cards">
        <caption className="visually-hidden">{view.title}</caption>
        <thead>
          <tr>
            <th scope="col">{m.group_arrival()}</th>
            <th scope="col">{m.group_organisation()}</th>
            <th scope="col">{m.order_contact()}</th>
            <th scope="col">{m.group_phone()}</th>
            <th scope="col">{m.group_guide()}</th>
            <th scope="col">{m.group_plate()}</th>
            <th scope="col">{m.group_lines()}</th>
            <th scope="col" className="num">
              {m.group_people()}
            </th>
            <th scope="col" className="num">
              {m.group_arrived()}
            </th>
            <th scope="col" className="num">
              {m.group_prepay_day() + m.engine_yuan()}
            </th>
            <th scope="col">{m.status()}</th>
            <th scope="col">{m.remark()}</th>
          </tr>
        </thead>
        {view.hours.map(({ hour, label, groups }) => (
          <tbody key={hour}>
            <tr>
              <th className="group-hour" scope="rowgroup" colSpan={12}>
                {label}
              </th>
            </tr>
            {groups.map((group) => (
              <tr key={group.id}>
                <td data-label={m.group_arrival()}>{group.slot || group.arrival}</td>
                <th scope="row" data-label={m.group_organisation()}>
                  <Link to={`${path}/${group.id}/desk`}>{group.organisation}</Link>
                </th>
                <td data-label={m.order_contact()}>{group.contactName}</td>
                <td data-label={m.group_phone()}>{group.mobile}</td>
                <td data-label={m.group_guide()}>{group.guide}</td>
                <td data-label={m.group_plate()}>{group.plate}</td>
                <td data-label={m.group_lines()}>
                  <span>
                    {group.people}
                    {group.namesSay && <small className="group-lacking">{group.namesSay}</small>}
                  </span>
                </td>
                <td className="num" data-label={m.group_people()}>
                  {group.persons}
                </td>
                <td className="num" data-label={m.group_arrived()}>
                  {group.arrived || ""}
                </td>
                <td className="num" data-label={m.group_prepay_day() + m.engine_yuan()}>
                  {/* Settled, what was paid ahead is in its order. */}
                  {group.prepayAsked > 0 && group.state !== "settled" && (
                    <span>
                      {formatYuan(group.prepaid)} / {formatYuan(group.prepayAsked)}
                      {group.prepayLate && <small className="group-lacking">{m.group_prepay_day_late()}</small>}
                    </span>
                  )}
                </td>
                <td data-label={m.status()}>
                  <StateBadge state={group.state} label={group.stateLabel} />
                </td>
                <td data-label={m.remark()}>{group.remark}</td>
              </tr>
            ))}
          </tbody>
        ))}
      </table>
    </TableFrame>
  );
}
