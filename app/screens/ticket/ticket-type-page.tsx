/** A ticket type (`/ticket/ticketList/7`): today, its rules in sentences, a ticket as it would be printed, its fields, what became of it. */
import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { m } from "~/contract/messages";
import type { AnswerOf } from "~/contract/method";
import { formatYuan } from "~/contract/money";
import { ticketTypeToday } from "~/contract/ticket/thing-today";
import { commandDetail, loadDetail } from "~/resource/load-detail.server";
import { DetailPage } from "~/resource/parts/detail-page";
import { loadProduct } from "~/shell/product.server";
import { qrPath } from "~/widgets/qr.server";
import { Blocks } from "../home/blocks";
import { idIn } from "../query.server";
import { shownTo } from "../row/load-row-blocks.server";
import { PrintedTicket } from "./printed-ticket";
import { ticketTypeBlocks } from "./row-blocks";
import "./ticket-type-page.css";

export async function loader(args: LoaderFunctionArgs) {
  const { context, params } = args;
  const [view, { logo }, today] = await Promise.all([
    loadDetail(args),
    loadProduct(context),
    context.dispatch.call(ticketTypeToday, { id: idIn(params) }, { silent: true }),
  ]);
  // The page stands with its fields where today cannot be told.
  if (!today) return { view, blocks: [], rules: [], sample: null };
  const { use, sale, refund } = today.says;
  return {
    view,
    blocks: shownTo(ticketTypeBlocks(today, view.id), context.mayOpen),
    rules: [
      { title: m.thing_rules(), sentences: use },
      { title: m.thing_sale_rules(), sentences: sale },
      { title: m.thing_refund_rules(), sentences: refund },
    ],
    sample: sampleOf(today, logo),
  };
}

function sampleOf({ sample, price, day }: AnswerOf<typeof ticketTypeToday>, logo: string) {
  const none = "—";
  return {
    ticket: {
      no: "0".repeat(16),
      name: sample.name,
      park: sample.parkName,
      slot: sample.slot,
      holder: "",
      prints: 1,
      validFrom: sample.validFrom,
      validTo: sample.validTo,
      admissions: sample.admissions,
      concession: "",
      choice: sample.choice,
      price: formatYuan(price),
      off: "",
      offFor: "",
      qr: qrPath("SAMPLE"),
    },
    job: { orderNo: none, logo, corpName: sample.corpName, seller: none, soldAt: day, payments: [none], cash: null },
  };
}

export const action = (args: ActionFunctionArgs) => commandDetail(args);

export const meta: MetaFunction<typeof loader> = ({ data }) => [{ title: data?.view.heading ?? "" }];

export default function TicketTypePage() {
  const { view, blocks, rules, sample } = useLoaderData<typeof loader>();
  return (
    <DetailPage view={view} notice={useActionData<typeof action>()?.notice}>
      {sample && (
        <>
          <div className="home-blocks">
            <Blocks blocks={blocks} />
          </div>
          <div className="type-said">
            <section className="panel type-rules" aria-label={m.thing_all_rules()}>
              {rules.map(({ title, sentences }) => (
                <div key={title}>
                  <h2>{title}</h2>
                  <ul>
                    {sentences.map((sentence) => (
                      <li key={sentence}>{sentence}</li>
                    ))}
                  </ul>
                </div>
              ))}
            </section>
            <section className="panel type-sample" aria-label={m.thing_sample()}>
              <h2>{m.thing_sample()}</h2>
              <p className="dim">{m.thing_sample_note()}</p>
              <div className="sample-paper" data-mark={m.thing_sample_mark()}>
                <PrintedTicket {...sample} />
              </div>
            </section>
          </div>
        </>
      )}
    </DetailPage>
  );
}
