/** A red letter is asked for over an invoice (`/invoice/list/7/red`): whole, or by line with an amount. */

import { type ActionFunctionArgs, data, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { Form, useActionData, useLoaderData, useNavigation } from "@remix-run/react";
import type { FieldErrors } from "~/contract/errors";
import { invoiceView } from "~/contract/invoice/invoice";
import { redReasons, requestRed } from "~/contract/invoice/red";
import { m } from "~/contract/messages";
import { formatYuan, parseYuan } from "~/contract/money";
import { Field } from "~/form/field";
import { FormNotice } from "~/form/form-notice";
import { attempt, done, typedOf } from "~/form/submission.server";
import { OrderNo } from "~/screens/numbers";
import { opensOf } from "~/screens/opens.server";
import { Link } from "~/widgets/link";
import { TableFrame } from "~/widgets/table-frame";
import { keyOf } from "../card/counter-form.server";
import { labelOf, loadLabels } from "../labels.server";
import { idIn } from "../query.server";

export const handle = { menu: "/invoice/list" };
export const meta: MetaFunction = () => [{ title: m.invoice_red_ask() }];

export async function loader({ params, context }: LoaderFunctionArgs) {
  const [invoice, labels] = await Promise.all([
    context.dispatch.call(invoiceView, { id: idIn(params) }),
    loadLabels(context, "redReason", "invoiceUse"),
  ]);
  const reasons = redReasons.map((value) => ({ value, label: labelOf(labels, "redReason", value) }));
  return {
    ...invoice,
    reasons,
    use: labelOf(labels, "invoiceUse", invoice.buyerUse),
    key: crypto.randomUUID(),
    opens: opensOf(context),
  };
}

export async function action({ request, params, context }: ActionFunctionArgs) {
  const typed = typedOf(await request.formData());
  const idempotencyKey = keyOf(typed);
  const errors: FieldErrors = {};
  const lines = Object.entries(typed).flatMap(([name, text]) => {
    const [, id] = /^line-([1-9]\d{0,14})$/.exec(name) ?? [];
    if (!id || text.trim() === "") return [];
    const gross = parseYuan(text);
    if (gross === null || gross < 0) errors[name] = [m.v_number()];
    return gross === null ? [] : [{ lineId: Number(id), gross }];
  });
  if (Object.keys(errors).length > 0) return data({ typed, errors, notice: null, key: idempotencyKey }, 422);
  const tried = await attempt(context, () =>
    context.dispatch.call(requestRed, {
      ...{ invoiceId: idIn(params), reason: typed.reason, lines, remark: typed.remark ?? "", idempotencyKey },
    } as never),
  );
  if (tried.ok) {
    const { id, serial } = tried.value;
    return done(context, `/invoice/redList/${id}`, { text: m.invoice_requested({ serial }) });
  }
  const { errors: refused, notice, status, kind } = tried.refusal;
  return data(
    { typed, errors: refused, notice, key: kind === "timeout" ? idempotencyKey : crypto.randomUUID() },
    status,
  );
}

export default function AskRed() {
  const invoice = useLoaderData<typeof loader>();
  const answered = useActionData<typeof action>();
  const { id, serial, gross, reversed, buyerUse, use, reasons, key, state } = invoice;
  const errors: FieldErrors = answered?.errors ?? {};
  const typed: Readonly<Record<string, string | undefined>> = answered?.typed ?? {};
  const alone = buyerUse === "none";
  const standing = state === "issued" || state === "partlyReversed";
  // All of it is in letters that have been asked for.
  const open = invoice.lines.some((line) => line.gross > line.held);
  return (
    <div className="page" aria-busy={useNavigation().state !== "idle"}>
      <header className="page-head">
        <h1>
          {m.invoice_red_ask()} <small className="dim">{serial}</small>
        </h1>
        <div className="toolbar">
          <Link className="button" to={`/invoice/list/${id}`}>
            {m.invoice()}
          </Link>
        </div>
      </header>
      <FormNotice notice={answered?.notice} errors={undefined} />
      {errors.lines && (
        <p className="notice notice-bad" role="alert">
          {errors.lines.join(" ")}
        </p>
      )}
      <section className="panel">
        <p>
          {m.engine_colon({ label: use })}
          {alone ? m.invoice_red_lead_whole() : m.invoice_red_lead_wait()}
        </p>
        <p>
          {m.invoice_gross()} ¥{formatYuan(gross)} · {m.invoice_reversed()} ¥{formatYuan(reversed)}
        </p>
        {standing && open ? (
          <Form method="post" noValidate>
            <input type="hidden" name="idempotencyKey" value={answered?.key ?? key} />
            <Field name="reason" label={m.invoice_red_reason()} errors={errors.reason} required>
              <select className="input" defaultValue={typed.reason ?? "returned"}>
                {reasons.map(({ value, label }) => (
                  <option key={value} value={value}>
                    {label}
                  </option>
                ))}
              </select>
            </Field>
            {!alone && <Lines invoice={invoice} typed={typed} errors={errors} />}
            <Field name="remark" label={m.remark()} help={m.invoice_optional()} errors={errors.remark}>
              <input className="input" maxLength={200} defaultValue={typed.remark} />
            </Field>
            <button className="button button-danger">{m.invoice_red_submit()}</button>
          </Form>
        ) : (
          <p className="notice notice-warn">{standing ? m.invoice_red_none() : m.invoice_red_state()}</p>
        )}
      </section>
    </div>
  );
}

interface LinesProps {
  invoice: Awaited<ReturnType<typeof loader>>;
  typed: Readonly<Record<string, string | undefined>>;
  errors: FieldErrors;
}

function Lines({ invoice, typed, errors }: LinesProps) {
  return (
    <>
      <p>{m.invoice_red_lines_help()}</p>
      <TableFrame label={m.invoice_lines()}>
        <table className="table">
          <caption className="visually-hidden">{m.invoice_lines()}</caption>
          <thead>
            <tr>
              <th scope="col">{m.invoice_line_name()}</th>
              <th scope="col">{m.order_no()}</th>
              <th scope="col" className="num">
                {m.invoice_line_left() + m.engine_yuan()}
              </th>
              <th scope="col">{m.invoice_line_red()}</th>
            </tr>
          </thead>
          <tbody>
            {invoice.lines.map(({ id, name, orderNo, gross, held }) => (
              <tr key={id}>
                <th scope="row">{name}</th>
                <td>
                  <OrderNo no={orderNo} opens={invoice.opens} />
                </td>
                <td className="num">{formatYuan(gross - held)}</td>
                <td>
                  <input
                    className="input"
                    name={`line-${id}`}
                    inputMode="decimal"
                    maxLength={12}
                    aria-label={`${m.invoice_line_red()} ${name}`}
                    aria-invalid={errors[`line-${id}`] ? true : undefined}
                    defaultValue={typed[`line-${id}`]}
                    disabled={gross === held}
                  />
                  {errors[`line-${id}`] && <p className="field-error">{errors[`line-${id}`]?.[0]}</p>}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </TableFrame>
    </>
  );
}
