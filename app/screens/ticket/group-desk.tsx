/** A group at the counter (`/createGroup/:id/desk`): how many came, what they cost, and the order for them. */
import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { data } from "@remix-run/node";
import { Form, useActionData, useLoaderData, useNavigation } from "@remix-run/react";
import { m } from "~/contract/messages";
import { formatYuan, parseYuan } from "~/contract/money";
import { groupArrive, groupDesk, groupSettle } from "~/contract/ticket/group-booking";
import { groupPrepay } from "~/contract/ticket/group-prepay";
import { Field } from "~/form/field";
import { FormNotice } from "~/form/form-notice";
import { attempt, done, typedOf } from "~/form/submission.server";
import { labelOf, loadLabels } from "~/screens/labels.server";
import { idIn } from "~/screens/query.server";
import { mayPress } from "~/screens/rights.server";
import { Link } from "~/widgets/link";
import { StateBadge } from "~/widgets/state-badge";
import { TableFrame } from "~/widgets/table-frame";
import { Prepaid } from "./group-prepaid";
import "./group.css";

const path = "/createGroup";

export const handle = { menu: path };

export async function loader({ params, context }: LoaderFunctionArgs) {
  const id = idIn(params);
  const [group, labels] = await Promise.all([
    context.dispatch.call(groupDesk, { id }),
    loadLabels(context, "groupBookingState", "paymentType"),
  ]);
  const { prepaid } = group;
  const held = prepaid?.held ?? 0;
  return {
    ...group,
    stateLabel: labelOf(labels, "groupBookingState", group.state),
    lines: group.lines.map((line) => ({
      ...line,
      unitPrice: formatYuan(line.unitPrice),
      retailPrice: formatYuan(line.retailPrice),
      amount: formatYuan(line.amount),
    })),
    total: formatYuan(group.total),
    payable: group.total,
    ahead: prepaid && {
      ...{ ...prepaid, heldFen: prepaid.held, asked: formatYuan(prepaid.asked), held: formatYuan(prepaid.held) },
      ...{ owed: formatYuan(prepaid.owed), owes: prepaid.owed > 0 },
      ways: prepaid.ways.map(({ paymentType, held: amount }) =>
        m.group_prepay_way({ type: labelOf(labels, "paymentType", paymentType), amount: formatYuan(amount) }),
      ),
      mayReceive: prepaid.owed > 0 && mayPress(context, "groupBooking:prepay"),
    },
    rest: Math.max(0, group.total - held),
    surplus: Math.max(0, held - group.total),
    mayArrive: group.whyNot === "" && mayPress(context, "groupBooking:arrive"),
    maySettle: group.whyNot === "" && group.state === "arrived" && mayPress(context, "groupBooking:settle"),
    key: crypto.randomUUID(),
  };
}

/** `intent=arrive` says how many came; `intent=prepay` receives a prepayment; `intent=settle` makes the order at the price that was shown. */
export async function action({ request, params, context }: ActionFunctionArgs) {
  const id = idIn(params);
  const typed = typedOf(await request.formData());
  const refused = (
    wrong: Record<string, string[]>,
    notice: Parameters<typeof FormNotice>[0]["notice"],
    status: number,
  ) => data({ typed, errors: wrong, notice: notice ?? null }, status);
  const sent = typed.idempotencyKey ?? "";
  const idempotencyKey = /^[A-Za-z0-9-]{8,64}$/.test(sent) ? sent : crypto.randomUUID();
  if (typed.intent === "prepay") {
    const amount = parseYuan(typed.amount ?? "");
    if (amount === null) return refused({ amount: [m.v_money()] }, null, 422);
    const wish = { id, idempotencyKey, amount, paymentType: typed.prepaidBy ?? "" };
    const received = await attempt(context, () => context.dispatch.call(groupPrepay, wish));
    if (received.ok) return done(context, `${path}/${id}/desk`, "saved");
    const { paymentType, ...errors } = received.refusal.errors;
    const { notice, status } = received.refusal;
    return refused({ ...errors, ...(paymentType && { prepaidBy: paymentType }) }, notice, status);
  }
  if (typed.intent === "settle") {
    const expectedPayable = /^\d{1,12}$/.test(typed.payable ?? "") ? { expectedPayable: Number(typed.payable) } : {};
    const wish = { id, idempotencyKey, paymentType: typed.paymentType ?? "", ...expectedPayable };
    const settled = await attempt(context, () => context.dispatch.call(groupSettle, wish));
    if (!settled.ok) return refused(ofPayment(settled.refusal.errors), settled.refusal.notice, settled.refusal.status);
    return done(context, `/offlineOrderDetail?id=${settled.value.orderId}`, "saved");
  }
  const errors: Record<string, string[]> = {};
  const people = Object.entries(typed).flatMap(([name, text]) => {
    const typeId = /^arrived\.([1-9]\d{0,14})$/.exec(name)?.[1];
    if (typeId === undefined) return [];
    if (!/^\d{1,4}$/.test(text.trim()) || Number(text) > 1000) errors[name] = [m.v_integer()];
    const without = (typed[`unproven.${typeId}`] ?? "").trim() || "0";
    if (!/^\d{1,4}$/.test(without) || Number(without) > 1000) errors[`unproven.${typeId}`] = [m.v_integer()];
    return [{ ticketTypeId: Number(typeId), arrived: Number(text), unproven: Number(without) }];
  });
  if (Object.keys(errors).length > 0) return refused(errors, null, 422);
  const saved = await attempt(context, () => context.dispatch.call(groupArrive, { id, people }));
  if (!saved.ok) return refused(besideFields(saved.refusal.errors, people), saved.refusal.notice, saved.refusal.status);
  return done(context, `${path}/${id}/desk`, "saved");
}

/** What is wrong with one of several ways to pay stands at the way that is chosen. */
const ofPayment = (errors: Record<string, string[]>) =>
  Object.fromEntries(
    Object.entries(errors).map(([name, texts]) => [name.startsWith("payments") ? "paymentType" : name, texts]),
  );

/** What is wrong with a line of the call stands at its input. */
const besideFields = (errors: Record<string, string[]>, people: readonly { ticketTypeId: number }[]) =>
  Object.fromEntries(
    Object.entries(errors).map(([name, texts]) => {
      const [, place, field] = /^people\.(\d+)\.(arrived|unproven)$/.exec(name) ?? [];
      return [field ? `${field}.${people[Number(place)]?.ticketTypeId}` : name, texts];
    }),
  );

export const meta: MetaFunction<typeof loader> = ({ data: view }) => [
  { title: view ? m.group_desk_of({ name: view.organisation }) : "" },
];

export default function GroupDesk() {
  const view = useLoaderData<typeof loader>();
  const answered = useActionData<typeof action>();
  const busy = useNavigation().state !== "idle";
  const errors: Record<string, string[]> = answered?.errors ?? {};
  return (
    <div className="page">
      <header className="page-head">
        <h1>{m.group_desk_of({ name: view.organisation })}</h1>
        <div className="toolbar">
          <Link className="button" to={`${path}/day?day=${view.visitDay}`}>
            {m.group_day_sheet()}
          </Link>
          {view.lines.some(({ listed }) => listed !== null) && (
            <Link className="button" to={`${path}/${view.id}/names`}>
              {m.group_names()}
            </Link>
          )}
          <Link className="button" to={`${path}/${view.id}`}>
            {m.group_booking()}
          </Link>
        </div>
      </header>
      <FormNotice notice={answered?.notice} />
      <section className="panel group-desk">
        <Facts view={view} />
        {view.whyNot && <p className="notice notice-warn">{view.whyNot}</p>}
        {view.namesSay && <p className="notice notice-warn">{view.namesSay}</p>}
        {view.whyRetail && <p className="notice notice-warn">{view.whyRetail}</p>}
        {view.freeMost > view.leaders.length && (
          <p className="notice">{m.group_free_more({ most: view.freeMost, named: view.leaders.length })}</p>
        )}
        <Form method="post" noValidate key={`${view.state}${view.payable}`}>
          <TableFrame label={m.group_lines()}>
            <Lines view={view} errors={errors} typed={answered?.typed ?? null} />
          </TableFrame>
          {view.mayArrive && (
            <div className="group-actions">
              <button className="button button-primary" name="intent" value="arrive" disabled={busy}>
                {m.group_arrive()}
              </button>
            </div>
          )}
        </Form>
      </section>
      {view.ahead && (
        <Prepaid ahead={view.ahead} idempotencyKey={view.key} {...{ errors, busy }} typed={answered?.typed ?? null} />
      )}
      {view.maySettle && <Settle view={view} errors={errors} busy={busy} />}
    </div>
  );
}

type View = ReturnType<typeof useLoaderData<typeof loader>>;

function Facts({ view }: { view: View }) {
  const facts = [
    [m.group_no(), view.bookingNo],
    [m.order_visit_day(), `${view.visitDay} ${view.slot || view.arrival}`.trim()],
    [m.order_contact(), view.contactName],
    [m.group_guide(), view.guide],
    [m.group_plate(), view.plate],
    [m.group_tour_no(), view.tourNo],
    [m.group_itinerary(), view.itinerary],
    [m.group_leaders(), view.leaders.join(m.group_sep())],
  ].filter(([, value]) => value !== "");
  return (
    <dl className="group-facts">
      {facts.map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
      <div>
        <dt>{m.status()}</dt>
        <dd>
          <StateBadge state={view.state} label={view.stateLabel} />
        </dd>
      </div>
      {view.orderNo && (
        <div>
          <dt>{m.order_no()}</dt>
          <dd>
            <Link to={`/offlineOrderDetail?orderNo=${view.orderNo}`}>{view.orderNo}</Link>
          </dd>
        </div>
      )}
    </dl>
  );
}

interface LinesProps {
  view: View;
  errors: Record<string, string[]>;
  typed: Record<string, string> | null;
}

function Lines({ view, errors, typed }: LinesProps) {
  const priced = view.whyNot === "";
  return (
    <table className="table">
      <caption className="visually-hidden">{m.group_lines()}</caption>
      <thead>
        <tr>
          <th scope="col">{m.ticket_type()}</th>
          <th scope="col" className="num">
            {m.group_booked()}
          </th>
          <th scope="col" className="num">
            {m.group_arrived()}
          </th>
          {priced && (
            <>
              <th scope="col" className="num" title={m.group_unproven_help()}>
                {m.group_unproven()}
              </th>
              <th scope="col" className="num">
                {m.group_price() + m.engine_yuan()}
              </th>
              <th scope="col" className="num">
                {m.group_retail_price() + m.engine_yuan()}
              </th>
              <th scope="col" className="num">
                {m.group_amount() + m.engine_yuan()}
              </th>
            </>
          )}
        </tr>
      </thead>
      <tbody>
        {view.lines.map((line) => {
          const name = `arrived.${line.ticketTypeId}`;
          return (
            <tr key={line.ticketTypeId}>
              <th scope="row">
                {line.name}
                {line.listed !== null && view.state !== "settled" && (
                  <small className="dim"> {m.group_names_listed({ listed: line.listed, needed: line.needed })}</small>
                )}
              </th>
              <td className="num">{line.booked}</td>
              <td className="num">
                {view.mayArrive ? (
                  <>
                    <input
                      className="input"
                      name={name}
                      inputMode="numeric"
                      maxLength={4}
                      autoComplete="off"
                      aria-label={`${m.group_arrived()} ${line.name}`}
                      aria-invalid={errors[name] ? true : undefined}
                      defaultValue={typed?.[name] ?? line.arrived}
                    />
                    {errors[name] && <p className="field-error">{errors[name][0]}</p>}
                  </>
                ) : (
                  line.arrived
                )}
              </td>
              {priced && (
                <>
                  <td className="num">
                    {view.mayArrive && line.plain ? (
                      <>
                        <input
                          className="input"
                          name={`unproven.${line.ticketTypeId}`}
                          inputMode="numeric"
                          maxLength={4}
                          autoComplete="off"
                          aria-label={`${m.group_unproven()} ${line.name}`}
                          aria-invalid={errors[`unproven.${line.ticketTypeId}`] ? true : undefined}
                          defaultValue={typed?.[`unproven.${line.ticketTypeId}`] ?? line.unproven}
                        />
                        {errors[`unproven.${line.ticketTypeId}`] && (
                          <p className="field-error">{errors[`unproven.${line.ticketTypeId}`]?.[0]}</p>
                        )}
                      </>
                    ) : (
                      line.unproven
                    )}
                  </td>
                  <td className="num">{line.unitPrice}</td>
                  <td className="num">{line.unproven > 0 ? line.retailPrice : ""}</td>
                  <td className="num">{line.amount}</td>
                </>
              )}
            </tr>
          );
        })}
        {priced && view.free > 0 && (
          <tr>
            <td colSpan={7}>
              {(view.freeStarted ? m.group_free_started : m.group_free)({
                ...{ n: view.free, per: view.freePer, count: view.freeCount },
                names: view.leaders.join(m.group_sep()),
              })}
            </td>
          </tr>
        )}
        {priced && (
          <tr className="table-sum">
            <th scope="row" colSpan={6}>
              {m.group_total()}
            </th>
            <td className="num">{view.total}</td>
          </tr>
        )}
      </tbody>
    </table>
  );
}

function Settle({ view, errors, busy }: { view: View; errors: Record<string, string[]>; busy: boolean }) {
  return (
    <Form method="post" className="panel" noValidate key={view.key}>
      <input type="hidden" name="idempotencyKey" value={view.key} />
      <input type="hidden" name="payable" value={view.payable} />
      <p>{m.group_settle_help()}</p>
      {view.ahead && view.ahead.heldFen > 0 && (
        <dl className="group-facts">
          <div>
            <dt>{m.group_total()}</dt>
            <dd>¥{view.total}</dd>
          </div>
          <div>
            <dt>{m.group_prepay_credited()}</dt>
            <dd>¥{formatYuan(Math.min(view.ahead.heldFen, view.payable))}</dd>
          </div>
          <div>
            <dt>{m.group_prepay_rest()}</dt>
            <dd>¥{formatYuan(view.rest)}</dd>
          </div>
        </dl>
      )}
      {view.surplus > 0 && <p className="notice">{m.group_prepay_surplus({ amount: formatYuan(view.surplus) })}</p>}
      <div className="group-actions">
        {view.rest > 0 || !view.ahead?.heldFen ? (
          <Field name="paymentType" label={m.group_pay_by()} errors={errors.paymentType}>
            <select className="input">
              {view.paymentTypes.map(({ value, label }) => (
                <option key={value} value={value}>
                  {label}
                </option>
              ))}
            </select>
          </Field>
        ) : (
          errors.paymentType && <p className="field-error">{errors.paymentType[0]}</p>
        )}
        <button className="button button-primary" name="intent" value="settle" disabled={busy}>
          {m.group_settle()} ¥{formatYuan(view.rest)}
        </button>
      </div>
    </Form>
  );
}
