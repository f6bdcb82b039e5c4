/** What is known of an order, or of a line of it, and its money. */
import { type Cell, CellContent } from "~/widgets/cell";

interface Props {
  facts: [label: string, value: Cell][];
  /** Yuan, as they are shown. */
  money: [label: string, value: string][];
}

export function OrderFacts({ facts, money }: Props) {
  return (
    <section className="panel">
      <dl className="facts">
        {facts.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>
              <CellContent cell={value} />
            </dd>
          </div>
        ))}
      </dl>
      <dl className="facts facts-money">
        {money.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd className="money">¥{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
