/** Before a print: the button that starts it, and the number of the first blank where the stock has numbers. */
import { m } from "~/contract/messages";

interface Blanks {
  count: number;
  next: string;
  rolls: { item: string; next: string; left: number; count: number }[];
}

interface Props {
  orderId: number | null;
  blanks: Blanks | null;
  /** As typed. */
  serial?: string;
  error?: string;
  /** Why it is refused, where that is no number's fault. */
  notice?: string;
}

export function PrintAsk({ orderId, blanks, serial, error = "", notice = "" }: Props) {
  if (notice !== "") return <p role="alert">{notice}</p>;
  if (orderId === null) return <p>{m.sale_print_ask()}</p>;
  return (
    <form method="post" action="/inside/buyTktList/print">
      <p>{m.sale_print_ask()}</p>
      <input type="hidden" name="orderId" value={orderId} />
      {blanks?.rolls.map(({ item, next, left, count }) => (
        <p key={item}>{m.print_next_of_roll({ item, next: next || "-", left, n: count })}</p>
      ))}
      {blanks && blanks.count > 0 && (
        <p>
          <label htmlFor="serial">{m.print_serial()}</label>
          <input
            id="serial"
            name="serial"
            maxLength={30}
            autoComplete="off"
            autoFocus
            defaultValue={serial || blanks.next}
            aria-invalid={error !== "" || undefined}
            aria-describedby={error ? "serial-help serial-error" : "serial-help"}
          />
          <br />
          {error && (
            <>
              <strong id="serial-error" className="field-error" role="alert">
                {error}
              </strong>
              <br />
            </>
          )}
          <small id="serial-help">{m.print_serial_help({ n: blanks.count })}</small>
        </p>
      )}
      <button className="button button-primary" autoFocus={!blanks || blanks.count === 0}>
        {m.sale_print_start()}
      </button>
    </form>
  );
}
