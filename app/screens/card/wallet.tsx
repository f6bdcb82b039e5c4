/** A card on a phone (`/wallet?corpCode=…&t=…`): whoever has the link sees this card and nothing else. */
import { data, type HeadersFunction, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { useEffect, useState } from "react";
import { walletCard } from "~/contract/card/wallet";
import { m } from "~/contract/messages";
import { corpCode as corpCodeRule } from "~/contract/validators";
import type { DocumentHandle } from "~/shell/document";
import { qrPath } from "~/widgets/qr.server";
import { WalletFace } from "./wallet-face";

export const handle: DocumentHandle = { standalone: true };
export const meta: MetaFunction = () => [
  { title: m.card_wallet_title() },
  { name: "robots", content: "noindex" },
  // The address is the secret: pictures that are fetched from elsewhere are not told of it.
  { name: "referrer", content: "no-referrer" },
];

export async function loader({ request, context }: LoaderFunctionArgs) {
  const query = new URL(request.url).searchParams;
  const corp = query.get("corpCode") ?? "";
  const { tooOften, card } = await context.dispatch.call(walletCard, {
    ...(corpCodeRule.safeParse(corp).success && { corpCode: corp }),
    token: (query.get("t") ?? "").slice(0, 64),
    clientAddress: context.clientAddress,
  } as never);
  const headers: Record<string, string> = { "cache-control": "no-store" };
  // With scripts and without: the page shows itself anew with the next code.
  if (card && card.seconds > 0) headers.refresh = String(card.seconds + 1);
  const status = tooOften ? 429 : card ? 200 : 404;
  return data({ tooOften, card, qr: card?.code ? qrPath(card.code) : null, here: `?${query}` }, { status, headers });
}

export const headers: HeadersFunction = ({ loaderHeaders }) => loaderHeaders;

export default function Wallet() {
  const { tooOften, card, qr, here } = useLoaderData<typeof loader>();
  if (!card)
    return (
      <main className="wallet">
        <h1>{m.card_wallet_title()}</h1>
        <p className="notice notice-warn" role="alert">
          {tooOften ? m.card_wallet_often() : m.card_wallet_unknown()}
        </p>
      </main>
    );
  return (
    <main className="wallet">
      <WalletFace card={card} qr={qr} />
      {card.seconds > 0 && (
        <p className="wallet-next">
          {m.card_wallet_changes()} · <Countdown seconds={card.seconds} /> ·{" "}
          <a href={here}>{m.card_wallet_refresh()}</a>
        </p>
      )}
    </main>
  );
}

/** Counts where there are scripts; without them it says what was so when the page came. */
function Countdown({ seconds }: { seconds: number }) {
  const [left, setLeft] = useState(seconds);
  useEffect(() => {
    const until = Date.now() + seconds * 1_000;
    const timer = setInterval(() => setLeft(Math.max(0, Math.ceil((until - Date.now()) / 1_000))), 250);
    // A phone that was asleep has an old code.
    const wake = () => {
      if (document.visibilityState === "visible" && Date.now() > until) location.reload();
    };
    document.addEventListener("visibilitychange", wake);
    return () => {
      clearInterval(timer);
      document.removeEventListener("visibilitychange", wake);
    };
  }, [seconds]);
  return <span>{m.card_wallet_next({ n: left })}</span>;
}
