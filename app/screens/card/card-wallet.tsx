/** A card's link for the holder's phone: given out with a code to scan, given out anew, taken back. */
import { Form } from "@remix-run/react";
import { m } from "~/contract/messages";
import type { QrPath } from "~/widgets/qr.server";
import { QrCode } from "~/widgets/qr-code";

export interface GivenOut {
  /** The whole address, and as a code. */
  address: string;
  qr: QrPath;
}

export function CardWallet({
  card: { id, wallet },
  given,
  path,
}: {
  card: { id: number; wallet: { may: boolean; since: string; rotates: boolean } };
  given: GivenOut | null;
  path: string;
}) {
  if (!wallet.may && wallet.since === "") return null;
  return (
    <section className="card-step" aria-labelledby="card-wallet">
      <h3 id="card-wallet">{m.card_wallet()}</h3>
      {given ? (
        <div className="card-wallet-given" role="status">
          <p>
            <strong>{m.card_wallet_scan()}</strong>
          </p>
          <QrCode code={given.qr} label={m.card_wallet_link()} />
          <p className="dim">{m.card_wallet_once()}</p>
          <div className="field">
            <label htmlFor="card-wallet-link">{m.card_wallet_link()}</label>
            <input className="input" id="card-wallet-link" readOnly value={given.address} />
          </div>
        </div>
      ) : (
        <p className="dim">
          {[wallet.since && m.card_wallet_since({ at: wallet.since }), wallet.rotates && m.card_wallet_changes()]
            .filter(Boolean)
            .join(" · ")}
        </p>
      )}
      <Form method="post" action={`${path}?card=${id}`} className="toolbar" noValidate>
        <input type="hidden" name="cardId" value={id} />
        {wallet.may && (
          <button className="button" name="intent" value="wallet">
            {wallet.since || given ? m.card_wallet_again() : m.card_wallet_issue()}
          </button>
        )}
        {(wallet.since !== "" || given) && (
          <button className="button button-danger" name="intent" value="walletOff">
            {m.card_wallet_revoke()}
          </button>
        )}
      </Form>
    </section>
  );
}
