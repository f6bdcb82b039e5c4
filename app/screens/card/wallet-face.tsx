/** How a card looks on a phone: by the fields of its template, with its photograph and its code. */
import type { WalletView } from "~/contract/card/wallet";
import { m } from "~/contract/messages";
import { formatYuan } from "~/contract/money";
import type { QrPath } from "~/widgets/qr.server";
import { QrCode } from "~/widgets/qr-code";
import "./wallet.css";

export function WalletFace({ card, qr }: { card: Omit<WalletView, "code" | "seconds">; qr: QrPath | null }) {
  const { typeName, corpName, stateName, good, fields, photo, pays, movements } = card;
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
        <QrCode code={qr} label={pays ? m.stored_wallet_code() : m.card_wallet_code()} />
      ) : (
        <p className="wallet-none">{pays ? m.stored_wallet_no_code() : m.card_wallet_no_code()}</p>
      )}
      {movements.length > 0 && <Movements movements={movements} />}
    </article>
  );
}

function Movements({ movements }: Pick<WalletView, "movements">) {
  return (
    <section className="wallet-moves" aria-labelledby="wallet-moves">
      <h2 id="wallet-moves">{m.stored_wallet_moves()}</h2>
      <ul>
        {movements.map(({ at, kind, change }, place) => (
          // Several of one moment differ by their place alone.
          // biome-ignore lint/suspicious/noArrayIndexKey: the list comes whole
          <li key={place}>
            <span>
              {kind}
              <small>{at}</small>
            </span>
            <strong>
              {change > 0 ? "+" : "−"}¥{formatYuan(Math.abs(change))}
            </strong>
          </li>
        ))}
      </ul>
    </section>
  );
}
