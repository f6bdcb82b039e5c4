/** Why an agency pays what it pays, and what other price groups would (`/travelInfo/travelTypePrice/why`). */
import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Form, useLoaderData } from "@remix-run/react";
import { m } from "~/contract/messages";
import { formatYuan } from "~/contract/money";
import type { Option } from "~/contract/resource";
import { tradePriceWhy } from "~/contract/travel/trade-price";
import { DayInput } from "~/form/day-input";
import { labelOf, loadLabels } from "~/screens/labels.server";
import { dayFrom } from "~/screens/query.server";
import { Link } from "~/widgets/link";
import { TableFrame } from "~/widgets/table-frame";
import "./why-price.css";

const path = "/travelInfo/travelTypePrice";

export const handle = { menu: path };

const idIn = (text: string | null) => (/^[1-9]\d{0,14}$/.test(text ?? "") ? Number(text) : undefined);

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { searchParams } = new URL(request.url);
  const [agencyId, ticketTypeId] = [idIn(searchParams.get("agencyId")), idIn(searchParams.get("ticketTypeId"))];
  const day = dayFrom(request, "day", "");
  const wanted = searchParams.get("channel") ?? "";
  const channel = /^[A-Za-z0-9-]{1,40}$/.test(wanted) ? wanted : "window";
  const [{ answer, ...choices }, labels] = await Promise.all([
    context.dispatch.call(tradePriceWhy, {
      ...(agencyId !== undefined && { agencyId }),
      ...(ticketTypeId !== undefined && { ticketTypeId }),
      ...(day && { day }),
      channel,
    }),
    loadLabels(context, "saleChannel", "tradePriceLayer"),
  ]);
  const sold = Object.entries(labels.saleChannel ?? {}).map(([value, label]) => ({ value, label }));
  return {
    ...choices,
    ...{ agencyId: String(agencyId ?? ""), ticketTypeId: String(ticketTypeId ?? ""), channel, channels: sold },
    answer: answer && {
      pays: m.trade_why_pays({ agency: answer.agency, type: answer.ticketType, price: formatYuan(answer.price) }),
      by: answer.winner
        ? m.trade_why_by({ name: answer.winner })
        : m.trade_why_list({ price: formatYuan(answer.listPrice) }),
      candidates: answer.candidates.map((one) => ({
        ...one,
        price: formatYuan(one.price),
        layer: one.layer === "base" ? m.trade_why_everybody() : labelOf(labels, "tradePriceLayer", one.layer),
      })),
      others: answer.others.map(({ name, price, own }) => ({
        ...{ name, own, price: formatYuan(price) },
        difference:
          price === answer.price
            ? ""
            : `${price > answer.price ? "+" : "−"}${formatYuan(Math.abs(price - answer.price))}`,
      })),
    },
  };
}

export const meta: MetaFunction<typeof loader> = () => [{ title: m.trade_why_title() }];

type View = ReturnType<typeof useLoaderData<typeof loader>>;

export default function WhyPrice() {
  const view = useLoaderData<typeof loader>();
  return (
    <div className="page">
      <header className="page-head">
        <h1>{m.trade_why_title()}</h1>
        <div className="toolbar">
          <Link className="button" to={path}>
            {m.engine_back()}
          </Link>
        </div>
      </header>
      <Asked view={view} />
      {view.answer === null ? <p className="empty">{m.trade_why_ask()}</p> : <Answer answer={view.answer} />}
    </div>
  );
}

function Asked({ view }: { view: View }) {
  return (
    <Form
      method="get"
      className="panel why-asked"
      key={`${view.agencyId}/${view.ticketTypeId}/${view.day}/${view.channel}`}
    >
      <Choice name="agencyId" label={m.travel_agency()} options={view.agencies} chosen={view.agencyId} />
      <Choice name="ticketTypeId" label={m.ticket_type()} options={view.ticketTypes} chosen={view.ticketTypeId} />
      <Choice name="channel" label={m.policy_channel()} options={view.channels} chosen={view.channel} />
      <div className="field">
        <label htmlFor="day">{m.order_visit_day()}</label>
        <DayInput className="input" id="day" name="day" defaultValue={view.day} />
      </div>
      <button className="button button-primary">{m.policy_show()}</button>
    </Form>
  );
}

function Choice({ name, label, options, chosen }: { name: string; label: string; options: Option[]; chosen: string }) {
  return (
    <div className="field">
      <label htmlFor={name}>{label}</label>
      <select className="input" id={name} name={name} defaultValue={chosen}>
        {!options.some(({ value }) => value === chosen) && <option value="">{m.engine_choose()}</option>}
        {options.map(({ value, label: text }) => (
          <option key={value} value={value}>
            {text}
          </option>
        ))}
      </select>
    </div>
  );
}

function Answer({ answer }: { answer: NonNullable<View["answer"]> }) {
  return (
    <>
      <section className="panel">
        <p className="why-price">{answer.pays}</p>
        <p>{answer.by}</p>
      </section>
      {answer.candidates.length > 0 && (
        <section className="panel">
          <h2>{m.trade_why_candidates()}</h2>
          <TableFrame label={m.trade_why_candidates()}>
            <table className="table">
              <thead>
                <tr>
                  <th scope="col">{m.trade_price_code()}</th>
                  <th scope="col">{m.trade_layer()}</th>
                  <th scope="col" className="num">
                    {m.policy_price()}
                  </th>
                  <th scope="col">{m.trade_why_outcome()}</th>
                </tr>
              </thead>
              <tbody>
                {answer.candidates.map(({ name, layer, price, won, because }) => (
                  <tr key={`${layer}/${name}`} className={won ? "why-won" : undefined}>
                    <th scope="row">{name}</th>
                    <td>{layer}</td>
                    <td className="num">{price}</td>
                    <td>{won ? m.trade_why_won() : because}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </TableFrame>
        </section>
      )}
      <section className="panel">
        <h2>{m.trade_why_others()}</h2>
        <TableFrame label={m.trade_why_others()}>
          <table className="table">
            <thead>
              <tr>
                <th scope="col">{m.trade_price_group()}</th>
                <th scope="col" className="num">
                  {m.policy_price()}
                </th>
                <th scope="col" className="num">
                  {m.trade_why_difference()}
                </th>
              </tr>
            </thead>
            <tbody>
              {answer.others.map(({ name, price, difference, own }) => (
                <tr key={name} className={own ? "why-won" : undefined}>
                  <th scope="row">{own ? `${name} · ${m.trade_why_own()}` : name}</th>
                  <td className="num">{price}</td>
                  <td className="num">{difference}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </TableFrame>
      </section>
    </>
  );
}
