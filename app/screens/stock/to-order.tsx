/** What to order (`/manage/storelist/toOrder`): the most urgent first, each with a quantity that may be changed; what is chosen becomes drafts of receipts. */
import { type ActionFunctionArgs, data, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { Form, useActionData, useLoaderData, useNavigation } from "@remix-run/react";
import type { FieldErrors } from "~/contract/errors";
import { m } from "~/contract/messages";
import { formatYuan } from "~/contract/money";
import { mostOfLine } from "~/contract/stock/bill-parts";
import { orderDays, stockOrderDraft, stockToOrder } from "~/contract/stock/to-order";
import { FormNotice } from "~/form/form-notice";
import { attempt, done, type Typed, typedOf } from "~/form/submission.server";
import { PrintButton } from "~/widgets/print/print-sheet";
import { TableFrame } from "~/widgets/table-frame";
import { mayPress } from "../rights.server";

const path = "/manage/storelist/toOrder";
const receipts = "/manage/storelist/listInBillsRecord";

export const meta: MetaFunction = () => [{ title: m.fun_store_to_order() }];

export async function loader({ request, context }: LoaderFunctionArgs) {
  const asked = new URL(request.url).searchParams.get("storeId") ?? "";
  const storeId = /^[1-9]\d{0,14}$/.test(asked) ? asked : "";
  const answer = await context.dispatch.call(stockToOrder, storeId ? { storeId: Number(storeId) } : {});
  return { ...answer, days: orderDays, storeId, mayDraft: mayPress(context, "stockIn:add"), key: crypto.randomUUID() };
}

const keyOf = ({ storeId, itemId }: { storeId: number; itemId: number }) => `${storeId}.${itemId}`;

/** The rows that are chosen, with the quantity that was typed for each. */
function readLines(typed: Typed) {
  const errors: FieldErrors = {};
  const lines = Object.keys(typed).flatMap((name) => {
    const [, key = "", store, item] = /^take\.(([1-9]\d{0,14})\.([1-9]\d{0,14}))$/.exec(name) ?? [];
    if (key === "") return [];
    const text = (typed[`quantity.${key}`] ?? "").trim();
    const quantity = /^\d{1,8}$/.test(text) ? Number(text) : 0;
    if (quantity < 1) errors[`quantity.${key}`] = [m.v_at_least_integer({ n: 1 })];
    if (quantity > mostOfLine) errors[`quantity.${key}`] = [m.v_at_most({ n: mostOfLine })];
    return [{ storeId: Number(store), itemId: Number(item), quantity }];
  });
  return { lines, errors };
}

export async function action({ request, context }: ActionFunctionArgs) {
  const typed = typedOf(await request.formData());
  const { idempotencyKey = "" } = typed;
  const { lines, errors } = readLines(typed);
  const again = (found: FieldErrors, message: string | null, status: number, key: string = crypto.randomUUID()) =>
    data(
      {
        typed,
        key,
        errors: found,
        notice: message ? { title: m.error_command_title({ command: m.stock_order_draft() }), message } : null,
      },
      status,
    );
  if (lines.length === 0) return again({}, m.stock_order_none_chosen(), 422);
  if (Object.keys(errors).length > 0) return again(errors, null, 422);
  const tried = await attempt(context, () => context.dispatch.call(stockOrderDraft, { idempotencyKey, lines }));
  if (!tried.ok) {
    const { kind, notice, status } = tried.refusal;
    // After a time-out it may have been done: the same key asks again without doing it twice.
    return again({}, notice?.message ?? m.v_invalid(), status, kind === "timeout" ? idempotencyKey : undefined);
  }
  const { bills } = tried.value;
  const [only] = bills;
  const text = m.stock_order_made({ n: bills.length, codes: bills.map(({ code }) => code).join(m.did_list_sep()) });
  return done(context, bills.length === 1 && only ? `${receipts}/${only.id}/edit` : `${receipts}?status=draft`, {
    text,
  });
}

type View = Awaited<ReturnType<typeof loader>>;
type Row = View["rows"][number];

export default function ToOrder() {
  const view = useLoaderData<typeof loader>();
  const answered = useActionData<typeof action>();
  const { storeId, stores, rows, more } = view;
  return (
    <div className="page" aria-busy={useNavigation().state !== "idle"}>
      <header className="page-head">
        <h1>{m.fun_store_to_order()}</h1>
        <div className="toolbar no-print">
          <PrintButton />
        </div>
      </header>
      <FormNotice notice={answered?.notice} errors={undefined} />
      <Form method="get" action={path} className="filters panel no-print" role="search" key={storeId}>
        <div className="field">
          <label htmlFor="order-store">{m.stock_store()}</label>
          <select className="input" id="order-store" name="storeId" defaultValue={storeId}>
            <option value="">{m.stock_all_stores()}</option>
            {stores.map(({ value, label }) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </select>
        </div>
        <button className="button button-primary">{m.engine_filter()}</button>
      </Form>
      <section className="panel">
        <p className="dim">{m.stock_order_said({ days: view.days })}</p>
        {more && (
          <p className="notice notice-warn" role="status">
            {m.stored_statement_more({ n: rows.length })}
          </p>
        )}
        {rows.length === 0 ? (
          <p className="empty">{m.stock_order_none()}</p>
        ) : (
          <Form method="post" noValidate>
            <input type="hidden" name="idempotencyKey" value={answered?.key ?? view.key} />
            <Rows
              rows={rows}
              typed={answered?.typed}
              errors={answered?.errors ?? {}}
              days={view.days}
              mayDraft={view.mayDraft}
            />
            {view.mayDraft && (
              <div className="toolbar no-print">
                <button className="button button-primary">{m.stock_order_draft()}</button>
              </div>
            )}
          </Form>
        )}
      </section>
    </div>
  );
}

interface Shown {
  days: number;
  typed: Typed | undefined;
  errors: FieldErrors;
  mayDraft: boolean;
}

function Rows({ rows, ...shown }: Shown & { rows: Row[] }) {
  const heads = [
    m.stock_has(),
    m.stock_coming(),
    m.stock_used({ days: shown.days }),
    m.stock_lasts(),
    m.stock_safety(),
  ];
  return (
    <TableFrame label={m.fun_store_to_order()}>
      <table className="table table-cards">
        <caption className="visually-hidden">{m.fun_store_to_order()}</caption>
        <thead>
          <tr>
            {shown.mayDraft && (
              <th scope="col" className="no-print">
                {m.stock_order_take()}
              </th>
            )}
            <th scope="col">{m.stock_item()}</th>
            <th scope="col">{m.stock_store()}</th>
            {heads.map((head) => (
              <th scope="col" className="num" key={head}>
                {head}
              </th>
            ))}
            <th scope="col" className="num">
              {m.stock_proposed()}
            </th>
            <th scope="col" className="num">
              {m.stock_order_costs() + m.engine_yuan()}
            </th>
            <th scope="col">{m.stock_supplier()}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <ToOrderRow key={keyOf(row)} row={row} {...shown} />
          ))}
        </tbody>
      </table>
    </TableFrame>
  );
}

function ToOrderRow({ row, typed, errors, days, mayDraft }: Shown & { row: Row }) {
  const key = keyOf(row);
  const [take, quantity] = [`take.${key}`, `quantity.${key}`];
  const wrong = errors[quantity];
  const { item, code, store, unit, has, coming, used, lasts, leadDays, safety, proposed, pricePerThousand } = row;
  const late = lasts !== null && lasts <= leadDays;
  return (
    <tr>
      {mayDraft && (
        <td className="no-print" data-label={m.stock_order_take()}>
          <input
            type="checkbox"
            name={take}
            aria-label={m.stock_order_take_of({ item, store })}
            defaultChecked={typed ? take in typed : true}
          />
        </td>
      )}
      <th scope="row">
        {item} <small className="dim">{code}</small>
      </th>
      <td data-label={m.stock_store()}>{store}</td>
      <td className="num" data-label={m.stock_has()}>
        {has}
      </td>
      <td className="num" data-label={m.stock_coming()}>
        {coming}
      </td>
      <td className="num" data-label={m.stock_used({ days })}>
        {used}
      </td>
      <td className="num" data-label={m.stock_lasts()}>
        {lasts === null ? (
          m.stock_lasts_unused()
        ) : late ? (
          <strong className="badge badge-bad">{m.stock_days({ n: lasts })}</strong>
        ) : (
          m.stock_days({ n: lasts })
        )}
      </td>
      <td className="num" data-label={m.stock_safety()}>
        {safety}
      </td>
      <td className="num" data-label={m.stock_proposed()}>
        {mayDraft ? (
          <span>
            <input
              className="input num"
              size={8}
              inputMode="numeric"
              name={quantity}
              aria-label={m.stock_order_quantity_of({ item, store })}
              aria-invalid={wrong ? true : undefined}
              aria-describedby={wrong ? `${quantity}-wrong` : undefined}
              defaultValue={typed?.[quantity] ?? proposed}
            />{" "}
            {unit}
            {wrong && (
              <span className="field-error" id={`${quantity}-wrong`}>
                {wrong[0]}
              </span>
            )}
          </span>
        ) : (
          `${proposed} ${unit}`
        )}
      </td>
      <td className="num" data-label={m.stock_order_costs() + m.engine_yuan()}>
        {pricePerThousand === null ? "–" : formatYuan(Math.round((proposed * pricePerThousand) / 1000))}
      </td>
      <td data-label={m.stock_supplier()}>{row.supplier}</td>
    </tr>
  );
}
