/** The end of the guide (`/guideFinally`): what stands, what is left, and a ticket sold and taken back. */
import { type ActionFunctionArgs, type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/node";
import { Form, useActionData, useLoaderData } from "@remix-run/react";
import { stamp } from "~/contract/business-time";
import { m } from "~/contract/messages";
import { formatYuan } from "~/contract/money";
import { startUpTakeBack, startUpTestSale } from "~/contract/startup/start-up";
import { Link } from "~/widgets/link";
import { PrintButton } from "~/widgets/print/print-sheet";
import { PrintForm } from "~/widgets/print-form";
import { loadGuide, readPost, saveStep } from "./guide.server";
import { GuideFrame } from "./guide-frame";
import { sayStanding } from "./say-standing.server";
import { Summary } from "./summary";

export const meta: MetaFunction = () => [{ title: m.startup_sale_title() }];

export async function loader({ context }: LoaderFunctionArgs) {
  const { standing, head, key } = await loadGuide(context, "sale");
  const { sale } = standing;
  const to = (address: string) => (context.mayOpen(address) ? address : "");
  return {
    ...{ head: { ...head, lacking: "" }, key },
    /** Said beside the sale: the summary is for everybody who is here. */
    lacking: head.lacking,
    parts: sayStanding(standing),
    sale: sale && {
      ...sale,
      paid: formatYuan(sale.paid),
      to: to("/offlineOrderDetail") && `/offlineOrderDetail?id=${sale.orderId}`,
    },
    corp: m.startup_summary_of({ corp: context.user?.corpName ?? "", at: stamp(new Date()).slice(0, 16) }),
    counter: to("/inside/buyTktList"),
    refunds: to("/order/refundList"),
    mayPrint: context.user?.sysButtonRolePOSet.some(({ code }) => code === "sale:print") ?? false,
  };
}

export async function action({ request, context }: ActionFunctionArgs) {
  const { typed, left } = await readPost(request, context, "sale");
  if (left) return left;
  const orderId = /^[1-9]\d{0,14}$/.test(typed.orderId ?? "") ? Number(typed.orderId) : null;
  return saveStep(
    context,
    typed,
    async (idempotencyKey) => {
      if (orderId !== null) await context.dispatch.call(startUpTakeBack, { idempotencyKey, orderId });
      else await context.dispatch.call(startUpTestSale, { idempotencyKey });
    },
    () => redirect("/guideFinally", 303),
  );
}

type View = Awaited<ReturnType<typeof loader>>;

export default function GuideFinally() {
  const view = useLoaderData<typeof loader>();
  const answered = useActionData<typeof action>();
  const again = answered && "typed" in answered ? answered : undefined;
  const { head, corp, parts, counter } = view;
  return (
    <GuideFrame head={head} title={m.startup_sale_title()} answered={again}>
      <section className="panel no-print" aria-labelledby="guide-sale">
        <h2 id="guide-sale">{m.startup_sale_test()}</h2>
        {view.lacking !== "" ? (
          <p className="notice notice-warn" role="status">
            {view.lacking}
          </p>
        ) : (
          <TestSale view={view} orderKey={again?.key ?? view.key} />
        )}
        {counter && (
          <p className="actions">
            <Link className={view.sale?.state === "takenBack" ? "button button-primary" : "button"} to={counter}>
              {m.startup_to_counter()}
            </Link>
          </p>
        )}
      </section>
      <section className="panel" aria-labelledby="guide-summary">
        <div className="panel-head">
          <h2 id="guide-summary">
            {m.startup_summary()} <small className="dim">{corp}</small>
          </h2>
          <PrintButton />
        </div>
        <Summary parts={parts} />
      </section>
    </GuideFrame>
  );
}

function TestSale({ view: { sale, refunds, mayPrint }, orderKey }: { view: View; orderKey: string }) {
  if (sale?.state === "sold")
    return (
      <>
        <p className="notice notice-good" role="status">
          {m.startup_sale_sold({ no: sale.orderNo, amount: sale.paid })}
        </p>
        <Form method="post" className="toolbar">
          <input type="hidden" name="idempotencyKey" value={orderKey} />
          <input type="hidden" name="orderId" value={sale.orderId} />
          <button className="button button-primary" autoFocus>
            {m.startup_sale_back()}
          </button>
          {sale.to && (
            <Link className="button" to={sale.to}>
              {m.startup_sale_order()}
            </Link>
          )}
        </Form>
        {mayPrint && (
          <p className="actions">
            <PrintForm orderId={sale.orderId} label={m.sale_print_receipt()} />
          </p>
        )}
      </>
    );
  if (sale?.state === "waiting")
    return (
      <>
        <p className="notice notice-warn" role="status">
          {m.startup_sale_waits({ no: sale.orderNo })}
        </p>
        {refunds && (
          <p className="toolbar">
            <Link className="button" to={refunds}>
              {m.startup_sale_refunds()}
            </Link>
          </p>
        )}
      </>
    );
  return (
    <>
      {sale && (
        <p className="notice notice-good" role="status">
          {m.startup_sale_taken_back({ no: sale.orderNo })}
        </p>
      )}
      <p className="dim">{m.startup_sale_help()}</p>
      <Form method="post" className="toolbar">
        <input type="hidden" name="idempotencyKey" value={orderKey} />
        <button className={sale ? "button" : "button button-primary"} autoFocus={!sale}>
          {sale ? m.startup_sale_again() : m.startup_sale_sell()}
        </button>
        {sale?.to && (
          <Link className="button" to={sale.to}>
            {m.startup_sale_order()}
          </Link>
        )}
      </Form>
    </>
  );
}
