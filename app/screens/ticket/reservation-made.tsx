/** The reservation that was made just now: its number, and the button that prints, already focused. */
import { m } from "~/contract/messages";
import { Link } from "~/widgets/link";
import { Permitted } from "~/widgets/permitted";
import { PrintForm } from "~/widgets/print-form";
import type { madeNow } from "./reservation-form.server";

export function ReservationMade({ made }: { made: NonNullable<Awaited<ReturnType<typeof madeNow>>> }) {
  return (
    <section className="notice notice-good" aria-labelledby="reservation-made">
      <h2 id="reservation-made">{m.reservation_done()}</h2>
      <p>
        {m.reservation_done_no({ no: made.orderNo })} · {made.name} · {made.at} · {m.reservation_persons()}{" "}
        {made.persons}
      </p>
      <div className="toolbar">
        <Permitted by={made.print}>
          <PrintForm orderId={made.orderId} label={m.reservation_print()} primary autoFocus />
        </Permitted>
        <Link className="button" to={`/ticket/reservationList/${made.id}`}>
          {m.reservation_show_day()}
        </Link>
      </div>
    </section>
  );
}
