/** Top-ups of a stored-value card are invoiced (`/invoice/list/topUps?card=7`): all that is left of them, or the chosen ones. */
import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Form, useActionData, useLoaderData, useNavigation } from "@remix-run/react";
import { quoteTopUps, requestTopUpInvoice } from "~/contract/invoice/top-up";
import { m } from "~/contract/messages";
import { formatYuan } from "~/contract/money";
import { Field } from "~/form/field";
import { FormNotice } from "~/form/form-notice";
import { BuyerFields } from "~/form/invoice-buyer";
import { AmountCells } from "~/widgets/amount-cells";
import { Link } from "~/widgets/link";
import { qrPath } from "~/widgets/qr.server";
import { QrCode } from "~/widgets/qr-code";
import { TableFrame } from "~/widgets/table-frame";
import { idFrom } from "../query.server";
import { InvoiceLines } from "./invoice-lines";
import { requested } from "./requested.server";

export const handle = { menu: "/invoice/list" };
export const meta: MetaFunction = () => [{ title: m.invoice_top_ups_ask() }];

function askedIn(request: Request) {
  const texts = new URL(request.url).searchParams.getAll("topUps");
  const topUpIds = [...new Set(texts.filter((text) => /^[1-9]\d{0,14}$/.test(text)).map(Number))].slice(0, 50);
  return { cardId: idFrom(request, "card"), topUpIds };
}

export async function loader({ request, context }: LoaderFunctionArgs) {
  const asked = askedIn(request);
  const { topUps, ...quote } = await context.dispatch.call(quoteTopUps, asked);
  const shown = topUps.map(({ applyPath, ...one }) => ({
    ...one,
    // A code for each that something is left of: others have nothing to ask for.
    qr: applyPath && one.left > 0 ? qrPath(`${context.origin}${applyPath}`) : null,
  }));
  return { ...quote, topUps: shown, cardId: asked.cardId, key: crypto.randomUUID() };
}

export function action(asking: ActionFunctionArgs) {
  return requested(asking, requestTopUpInvoice, askedIn(asking.request));
}

export default function InvoiceTopUps() {
  const { number, topUps, lines, gross, whyNot, cardId, key } = useLoaderData<typeof loader>();
  const answered = useActionData<typeof action>();
  const { errors = {}, typed = {} } = answered ?? {};
  return (
    <div className="page" aria-busy={useNavigation().state !== "idle"}>
      <header className="page-head">
        <h1>{m.invoice_top_ups_ask()}</h1>
        <div className="toolbar">
          <Link className="button" to={`/smartCard/list/${cardId}`}>
            {number}
          </Link>
        </div>
      </header>
      <p className="dim">{m.invoice_top_ups_lead({ number })}</p>
      <FormNotice notice={answered?.notice} errors={undefined} />
      {whyNot && topUps.length > 0 && (
        <p className="notice notice-warn" role="alert">
          {whyNot}
        </p>
      )}
      <section className="panel" aria-labelledby="invoice-top-ups">
        <h2 id="invoice-top-ups">{m.invoice_top_ups()}</h2>
        {topUps.length === 0 ? <p className="empty">{m.invoice_top_ups_none()}</p> : <TopUps />}
      </section>
      {lines.length > 0 && (
        <section className="panel" aria-labelledby="invoice-quote">
          <h2 id="invoice-quote">{m.invoice_quote()}</h2>
          <InvoiceLines lines={lines} />
        </section>
      )}
      {!whyNot && (
        <section className="panel" aria-labelledby="invoice-buyer">
          <h2 id="invoice-buyer">{m.invoice_buyer_head()}</h2>
          <Form method="post" noValidate>
            <input type="hidden" name="idempotencyKey" value={answered?.key ?? key} />
            <input type="hidden" name="expected" value={gross} />
            <BuyerFields typed={typed} errors={errors} ordinary />
            <Field name="remark" label={m.remark()} help={m.invoice_optional()} errors={errors.remark}>
              <input className="input" maxLength={200} defaultValue={typed.remark} />
            </Field>
            <button className="button button-primary">
              {m.invoice_submit()} ¥{formatYuan(gross)}
            </button>
          </Form>
        </section>
      )}
    </div>
  );
}

function TopUps() {
  const { topUps, cardId } = useLoaderData<typeof loader>();
  const codes = topUps.some(({ qr }) => qr !== null);
  return (
    <Form method="get" key={topUps.map(({ chosen }) => chosen).join()}>
      <input type="hidden" name="card" value={cardId} />
      <TableFrame label={m.invoice_top_ups()}>
        <table className="table">
          <caption className="visually-hidden">{m.invoice_top_ups()}</caption>
          <thead>
            <tr>
              <th scope="col">{m.invoice_top_up_slip()}</th>
              <th scope="col">{m.invoice_top_up_at()}</th>
              {[m.invoice_top_up_amount, m.invoice_top_up_returned, m.invoice_quote_done, m.invoice_open_left].map(
                (label) => (
                  <th scope="col" className="num" key={label()}>
                    {label() + m.engine_yuan()}
                  </th>
                ),
              )}
              {codes && <th scope="col">{m.invoice_top_up_code()}</th>}
            </tr>
          </thead>
          <tbody>
            {topUps.map(({ id, slipNo, at, amount, returned, invoiced, left, chosen, qr }) => (
              <tr key={id}>
                <th scope="row">
                  <label className="check">
                    <input
                      type="checkbox"
                      name="topUps"
                      value={id}
                      defaultChecked={chosen && left > 0}
                      disabled={left === 0}
                      aria-label={m.invoice_top_up_pick({ slipNo })}
                    />
                    {slipNo}
                  </label>
                </th>
                <td>{at}</td>
                <AmountCells cells={[amount, returned, invoiced, left].map(formatYuan)} />
                {codes && (
                  <td>
                    {qr && (
                      <details>
                        <summary>{m.invoice_top_up_code()}</summary>
                        <QrCode code={qr} label={m.invoice_top_up_code_of({ slipNo })} />
                      </details>
                    )}
                  </td>
                )}
              </tr>
            ))}
          </tbody>
        </table>
      </TableFrame>
      {topUps.filter(({ left }) => left > 0).length > 1 && (
        <button className="button">{m.invoice_top_ups_choose()}</button>
      )}
    </Form>
  );
}
