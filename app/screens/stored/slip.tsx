/** The slip of a step that moved money (`/smartCard/list/7/slip?no=SV…`): a bare document for the receipt printer, printed as often as wanted. */
import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { type Message, m } from "~/contract/messages";
import { formatYuan } from "~/contract/money";
import { type SlipKind, storedSlip } from "~/contract/stored/slip";
import { labelOf, loadLabels } from "~/screens/labels.server";
import { useDocument } from "~/shell/document";
import { loadProduct } from "~/shell/product.server";
import printStyle from "~/styles/print-tickets.css?inline";
import { qrPath } from "~/widgets/qr.server";
import { QrCode } from "~/widgets/qr-code";
import { idIn } from "../query.server";

export const handle = { standalone: true };
export const meta: MetaFunction<typeof loader> = ({ data: slip }) => [{ title: slip?.title ?? m.stored_slip() }];

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const id = idIn(params);
  const slipNo = (new URL(request.url).searchParams.get("no") ?? "").trim().slice(0, 40);
  if (slipNo === "") throw new Response(null, { status: 404 });
  const [slip, labels, { logo }] = await Promise.all([
    context.dispatch.call(storedSlip, { id, slipNo }),
    loadLabels(context, "paymentType"),
    loadProduct(context),
  ]);
  const { kind, amount, gift, deposit, tierFrom, principal, giftAfter, depositAfter, links, ways, ...head } = slip;
  const { paymentType, ...shown } = head;
  const line = (label: string, fen: number, always = false) =>
    always || fen > 0 ? [{ label, value: `¥${formatYuan(fen)}` }] : [];
  const said = wordsOf[kind];
  const byWay = ways.length > 0 ? ways : paymentType === "" ? [] : [{ paymentType, amount }];
  return {
    ...shown,
    title: said.title(),
    logo,
    counter: `/smartCard/list/counter?card=${id}`,
    lines: [
      ...line(said.amount(), amount, kind !== "deposit"),
      ...line(said.gift(), gift),
      ...(kind === "topUp" && gift > 0 && tierFrom !== null
        ? [
            {
              label: m.stored_slip_tier(),
              value: m.stored_tier_said({ from: formatYuan(tierFrom), gift: formatYuan(gift) }),
            },
          ]
        : []),
      ...line(said.deposit(), deposit),
      ...line(m.stored_slip_balance(), principal, true),
      ...line(m.stored_slip_gift_balance(), giftAfter),
      ...line(m.card_deposit_held(), depositAfter),
      ...byWay.map(({ paymentType: way, amount: part }) => ({
        label: said.way(),
        value: `${labelOf(labels, "paymentType", way)} ¥${formatYuan(part)}`,
      })),
      { label: m.stored_slip_card(), value: head.number },
      { label: m.stored_slip_by(), value: head.by },
      { label: m.stored_slip_at(), value: head.at },
      { label: kind === "spend" ? m.stored_slip_order() : m.stored_slip_no(), value: head.slipNo },
    ],
    links: links.map(({ label, path }) => ({ label, qr: qrPath(`${context.origin}${path}`) })),
  };
}

/** What each slip calls its figures. */
const moves = { gift: m.stored_slip_gift, deposit: m.stored_slip_deposit, way: m.stored_slip_paid_by };
const backs = { gift: m.stored_slip_forfeit, deposit: m.stored_slip_deposit_back, way: m.stored_slip_back_by };
const wordsOf: Readonly<Record<SlipKind, Readonly<Record<"title" | "amount" | "gift" | "deposit" | "way", Message>>>> =
  {
    topUp: { ...moves, title: m.stored_slip, amount: m.stored_slip_amount },
    deposit: { ...moves, title: m.stored_slip_of_deposit, amount: m.stored_slip_amount },
    spend: { ...moves, title: m.stored_slip_of_spend, amount: m.stored_slip_spent, gift: m.stored_slip_gift_spent },
    spendBack: {
      ...moves,
      title: m.stored_slip_of_spend_back,
      amount: m.stored_slip_back,
      gift: m.stored_slip_gift_back,
    },
    refund: { ...backs, title: m.stored_slip_of_refund, amount: m.stored_slip_back },
    cancel: { ...backs, title: m.stored_slip_of_cancel, amount: m.stored_slip_back },
    handOver: {
      ...{ title: m.stored_slip_of_hand_over, amount: m.stored_slip_moved, gift: m.stored_slip_gift_moved },
      ...{ deposit: m.stored_slip_deposit_moved, way: m.stored_slip_paid_by },
    },
  };

export default function StoredSlip() {
  const { title, logo, corpName, typeName, lines, links, counter } = useLoaderData<typeof loader>();
  const { nonce, lite } = useDocument();
  return (
    <main className="print-job paper-receipt80">
      <style
        nonce={nonce}
        // biome-ignore lint/security/noDangerouslySetInnerHtml: our own style sheet, from the build
        dangerouslySetInnerHTML={{ __html: `${printStyle}@page{size:80mm 130mm;margin:2mm}` }}
      />
      <nav className="print-bar">
        <a className="button button-primary" href={counter}>
          {m.stored_counter()}
        </a>
        {lite && <span>{m.files_print_by_menu()}</span>}
      </nav>
      <article className="ticket">
        <header>
          {logo && <img className="ticket-logo" src={logo} alt={corpName} />}
          <p className="ticket-park">{corpName}</p>
          <h1>{title}</h1>
          <p>{typeName}</p>
        </header>
        <dl>
          {lines.map(({ label, value }) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
        {links.map(({ label, qr }) => (
          <aside key={label}>
            <h2>{label}</h2>
            <QrCode code={qr} label={label} />
          </aside>
        ))}
      </article>
      {!lite && (
        // The one script of this page: it opens the print dialog and leaves the focus on the way back.
        <script
          nonce={nonce}
          suppressHydrationWarning
          // biome-ignore lint/security/noDangerouslySetInnerHtml: a constant
          dangerouslySetInnerHTML={{
            __html: "addEventListener('load',()=>{print();document.querySelector('.print-bar a').focus()})",
          }}
        />
      )}
    </main>
  );
}
