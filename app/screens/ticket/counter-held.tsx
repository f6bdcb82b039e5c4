/** The carts that the seller set aside, each a button that fetches it back. */
import { m } from "~/contract/messages";
import { formatYuan } from "~/contract/money";
import type { HeldCartHead } from "~/contract/ticket/sale";
import "./counter-held.css";

export function CounterHeld({ held, sending }: { held: readonly HeldCartHead[]; sending: boolean }) {
  if (held.length === 0) return null;
  return (
    <section className="counter-held" aria-label={m.held_title({ n: held.length })}>
      <strong>{m.held_title({ n: held.length })}</strong>
      <ul>
        {held.map(({ id, number, contactName, quantity, payable, at }) => (
          <li key={id}>
            <button className="button" name="fetch" value={id} disabled={sending}>
              {m.held_fetch({ number })}
            </button>{" "}
            <span className="dim">
              {m.held_about({ name: contactName && `${contactName} · `, n: quantity, amount: formatYuan(payable), at })}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
