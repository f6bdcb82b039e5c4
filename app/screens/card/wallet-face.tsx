/** How a card looks on a phone: by the fields of its template, with its photograph and its code. */
import type { z } from "zod";
import type { walletCard } from "~/contract/card/wallet";
import { m } from "~/contract/messages";
import type { QrPath } from "~/widgets/qr.server";
import { QrCode } from "~/widgets/qr-code";
import "./wallet.css";

type Card = NonNullable<z.output<(typeof walletCard)["answer"]>["card"]>;

export function WalletFace({ card, qr }: { card: Omit<Card, "code" | "seconds">; qr: QrPath | null }) {
  const { typeName, corpName, stateName, good, fields, photo } = card;
  return (
    <article className="wallet-card" aria-label={typeName}>
      <header>
        <p>{corpName}</p>
        <h1>{typeName}</h1>
        <p className={good ? "wallet-state" : "wallet-state wallet-bad"}>{stateName}</p>
      </header>
      <div className="wallet-facts">
        {photo && <img src={photo} alt={m.card_wallet_photo()} width={96} height={128} />}
        <dl>
          {fields.map(({ label, value }) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      </div>
      {qr ? (
        <QrCode code={qr} label={m.card_wallet_code()} />
      ) : (
        <p className="wallet-none">{m.card_wallet_no_code()}</p>
      )}
    </article>
  );
}
