/** Putting one order right (`/orderRepair`): its number, what can be done with the reason why not, and what was done. */
import type { ActionFunctionArgs, AppLoadContext, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { data, redirect } from "@remix-run/node";
import { Form, useActionData, useLoaderData, useNavigation } from "@remix-run/react";
import type { FieldErrors, Notice } from "~/contract/errors";
import { m } from "~/contract/messages";
import { formatYuan } from "~/contract/money";
import { getRepair, repairOrder } from "~/contract/order/repair";
import { repairActions } from "~/contract/order/repair-actions";
import { attempt } from "~/form/submission.server";
import { labelOf, loadLabels } from "~/screens/labels.server";
import { mayPress } from "~/screens/rights.server";
import { Link } from "~/widgets/link";
import { StateBadge } from "~/widgets/state-badge";
import { OrderTable } from "./order-table";
import { RepairForm } from "./repair-form";

const path = "/orderRepair";
export const handle = { menu: path };
export const meta: MetaFunction = () => [{ title: m.fun_order_repair() }];

export async function loader({ request, context }: LoaderFunctionArgs) {
  const orderNo = (new URL(request.url).searchParams.get("orderNo") ?? "").trim().slice(0, 40);
  return pageOf(context, orderNo);
}

async function pageOf(context: AppLoadContext, orderNo: string) {
  const idempotencyKey = crypto.randomUUID();
  if (orderNo === "") return { orderNo, found: null, notice: null, idempotencyKey };
  const [asked, labels] = await Promise.all([
    attempt(context, () => context.dispatch.call(getRepair, { orderNo })),
    loadLabels(context, "orderState"),
  ]);
  if (!asked.ok) return { orderNo, found: null, notice: m.repair_not_found({ orderNo }), idempotencyKey };
  const { order, actions, open, repairs } = asked.value;
  return {
    orderNo,
    notice: null,
    idempotencyKey,
    found: {
      id: order.id,
      orderNo: order.orderNo,
      to: `/${order.offline ? "offline" : "network"}OrderDetail?id=${order.id}`,
      state: { state: order.state, label: labelOf(labels, "orderState", order.state) },
      facts: [
        [m.order_paid(), `¥${formatYuan(order.paid)}`],
        [m.order_refunded(), `¥${formatYuan(order.refunded)}`],
        [m.order_quantity(), String(order.quantity)],
        [m.repair_issued(), String(order.issued)],
      ] as [string, string][],
      open,
      may: mayPress(context, "order:repair"),
      actions: actions.map((one) => ({ ...one, ...wordsOf(one.action) })),
      repairs: repairs.map((one) => [one.at, wordsOf(one.action).label, one.outcome, one.reason, one.by]),
    },
  };
}

function wordsOf(action: (typeof repairActions)[number]) {
  const words = {
    reissue: [m.repair_reissue, m.repair_reissue_help],
    resend: [m.repair_resend, m.repair_resend_help],
    askPayment: [m.repair_ask_payment, m.repair_ask_payment_help],
    close: [m.repair_close, m.repair_close_help],
  } as const;
  const [label, help] = words[action];
  return { label: label(), help: help() };
}

export async function action({ request, context }: ActionFunctionArgs) {
  const form = await request.formData();
  const read = (name: string) => String(form.get(name) ?? "").trim();
  const orderNo = read("orderNo").slice(0, 40);
  const typed = { reason: read("reason").slice(0, 200), action: read("action") };
  const chosen = repairActions.find((one) => one === typed.action);
  const errors: FieldErrors = {
    ...(!chosen && { action: [m.repair_choose()] }),
    ...(typed.reason === "" && { reason: [m.repair_reason_required()] }),
  };
  const key = read("idempotencyKey");
  const idempotencyKey = /^[A-Za-z0-9-]{8,64}$/.test(key) ? key : crypto.randomUUID();
  const orderId = Number(/^[1-9]\d{0,14}$/.exec(read("orderId"))?.[0] ?? 0);
  if (!chosen || typed.reason === "" || orderId === 0)
    return data({ page: await pageOf(context, orderNo), typed, errors, refused: null }, 422);
  const done = await attempt(context, () =>
    context.dispatch.call(repairOrder, { orderId, action: chosen, reason: typed.reason, idempotencyKey }),
  );
  if (done.ok) return redirect(`${path}?orderNo=${encodeURIComponent(orderNo)}`, 303);
  const { errors: refused, notice, status } = done.refusal;
  return data({ page: await pageOf(context, orderNo), typed, errors: refused, refused: notice }, status);
}

interface Answered {
  typed: { reason: string; action: string };
  errors: FieldErrors;
  refused: Notice | null;
}

export default function Repair() {
  const loaded = useLoaderData<typeof loader>();
  const answered = useActionData<typeof action>();
  const page = answered?.page ?? loaded;
  const { typed, errors, refused }: Answered = answered ?? {
    typed: { reason: "", action: "" },
    errors: {},
    refused: null,
  };
  const busy = useNavigation().state !== "idle";
  const { found } = page;
  return (
    <div className="page">
      <header className="page-head">
        <h1>
          {m.fun_order_repair()}{" "}
          {found && (
            <>
              <small className="dim">{found.orderNo}</small> <StateBadge {...found.state} />
            </>
          )}
        </h1>
        {found && (
          <div className="toolbar">
            <Link className="button" to={found.to}>
              {m.repair_to_order()}
            </Link>
          </div>
        )}
      </header>
      <Form method="get" action={path} className="filters panel" role="search" key={page.orderNo}>
        <div className="field repair-no">
          <label htmlFor="orderNo">{m.repair_find()}</label>
          <input
            className="input"
            id="orderNo"
            name="orderNo"
            maxLength={40}
            autoComplete="off"
            defaultValue={page.orderNo}
            aria-describedby="orderNo-help"
          />
        </div>
        <button className="button button-primary">{m.repair_look()}</button>
        <p className="dim" id="orderNo-help">
          {m.repair_find_help()}
        </p>
      </Form>
      {(page.notice || refused) && (
        <p className="notice notice-bad" role="alert">
          {page.notice ?? refused?.message ?? refused?.title}
        </p>
      )}
      {found && (
        <>
          <section className="panel">
            <dl className="facts">
              {found.facts.map(([label, value]) => (
                <div key={label}>
                  <dt>{label}</dt>
                  <dd>{value}</dd>
                </div>
              ))}
            </dl>
            {found.open > 0 && (
              <p className="notice notice-warn">
                <Link to={`/networkOrderOfabnormalRecord?orderNo=${found.orderNo}`}>
                  {m.repair_open({ n: found.open })}
                </Link>
              </p>
            )}
          </section>
          <RepairForm found={found} typed={typed} errors={errors} busy={busy} idempotencyKey={page.idempotencyKey} />
          {found.repairs.length === 0 ? (
            <p className="dim">{m.repair_none()}</p>
          ) : (
            <OrderTable
              table={{
                title: m.repair_history(),
                columns: [[m.order_at()], [m.repair_what()], [m.repair_outcome()], [m.repair_reason()], [m.order_by()]],
                rows: found.repairs,
              }}
            />
          )}
        </>
      )}
    </div>
  );
}
