/** The button that prints an order's tickets. Printing is recorded, so it is a post; the answer is the document. */
interface Props {
  orderId: number;
  label: string;
  /** Left out: what the POS prints on. */
  paper?: "receipt80" | "receipt58" | "a4";
  primary?: boolean;
  autoFocus?: boolean;
}

export function PrintForm({ orderId, label, paper, primary, autoFocus }: Props) {
  return (
    <form method="post" action="/inside/buyTktList/print">
      <input type="hidden" name="orderId" value={orderId} />
      {paper && <input type="hidden" name="paper" value={paper} />}
      <button className={primary ? "button button-primary" : "button"} autoFocus={autoFocus}>
        {label}
      </button>
    </form>
  );
}
