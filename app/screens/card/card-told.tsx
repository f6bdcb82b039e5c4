/** What was promised of a card, and what was done with it: on its slip, and folded at the counter. */
import type { CardView } from "~/contract/card/counter";
import { m } from "~/contract/messages";
import { formatYuan } from "~/contract/money";

export function CardRules({ sentences }: Pick<CardView, "sentences">) {
  return (
    <ul className="card-rules">
      {sentences.map((sentence) => (
        <li key={sentence}>{sentence}</li>
      ))}
    </ul>
  );
}

export function CardHistory({ history }: Pick<CardView, "history">) {
  return (
    <ul className="card-rules">
      {history.map(({ at, stepName, amount, orderNo, said, by }) => (
        <li key={`${at}-${stepName}`}>
          {[at, stepName, amount !== 0 && `¥${formatYuan(amount)}`, orderNo, said, by].filter(Boolean).join(" · ")}
        </li>
      ))}
    </ul>
  );
}

/** The rules this card was sold under, which may be others than its type's of today. */
export function CardTold({ card: { sentences, history } }: { card: Pick<CardView, "sentences" | "history"> }) {
  return (
    <>
      <details className="card-rules-of" open={sentences.length <= 3}>
        <summary>{m.card_rules()}</summary>
        <CardRules sentences={sentences} />
      </details>
      {history.length > 0 && (
        <details className="card-rules-of">
          <summary>{m.card_slip_history()}</summary>
          <CardHistory history={history} />
        </details>
      )}
    </>
  );
}
