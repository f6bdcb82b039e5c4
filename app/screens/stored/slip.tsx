/** The slip of a top-up (`/smartCard/list/7/slip?no=SV…`): a bare document for the receipt printer, printed as often as wanted. */
import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { m } from "~/contract/messages";
import { formatYuan } from "~/contract/money";
import { storedSlip } from "~/contract/stored/slip";
import { labelOf, loadLabels } from "~/screens/labels.server";
import { useDocument } from "~/shell/document";
import { loadProduct } from "~/shell/product.server";
import printStyle from "~/styles/print-tickets.css?inline";
import { qrPath } from "~/widgets/qr.server";
import { QrCode } from "~/widgets/qr-code";
import { idIn } from "../query.server";

export const handle = { standalone: true };
export const meta: MetaFunction = () => [{ title: m.stored_slip() }];

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const id = idIn(params);
  const slipNo = (new URL(request.url).searchParams.get("no") ?? "").trim().slice(0, 40);
  if (slipNo === "") throw new Response(null, { status: 404 });
  const [slip, labels, { logo }] = await Promise.all([
    context.dispatch.call(storedSlip, { id, slipNo }),
    loadLabels(context, "paymentType"),
    loadProduct(context),
  ]);
  const { amount, gift, tierFrom, principal, giftAfter, links, paymentType, ...head } = slip;
  return {
    ...head,
    logo,
    counter: `/smartCard/list/counter?card=${id}`,
    lines: [
      { label: m.stored_slip_amount(), value: `¥${formatYuan(amount)}` },
      ...(gift > 0 ? [{ label: m.stored_slip_gift(), value: `¥${formatYuan(gift)}` }] : []),
      ...(gift > 0 && tierFrom !== null
        ? [
            {
              label: m.stored_slip_tier(),
              value: m.stored_tier_said({ from: formatYuan(tierFrom), gift: formatYuan(gift) }),
            },
          ]
        : []),
      { label: m.stored_slip_balance(), value: `¥${formatYuan(principal)}` },
      ...(giftAfter > 0 ? [{ label: m.stored_slip_gift_balance(), value: `¥${formatYuan(giftAfter)}` }] : []),
      { label: m.stored_slip_paid_by(), value: labelOf(labels, "paymentType", paymentType) },
      { label: m.stored_slip_card(), value: head.number },
      { label: m.stored_slip_by(), value: head.by },
      { label: m.stored_slip_at(), value: head.at },
      { label: m.stored_slip_no(), value: head.slipNo },
    ],
    links: links.map(({ label, path }) => ({ label, qr: qrPath(`${context.origin}${path}`) })),
  };
}

export default function StoredSlip() {
  const { logo, corpName, typeName, lines, links, counter } = useLoaderData<typeof loader>();
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
          <h1>{m.stored_slip()}</h1>
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
