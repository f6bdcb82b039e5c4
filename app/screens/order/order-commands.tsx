/** Giving tickets back and changing them, on the pages of orders and sub-orders. */
import { m } from "~/contract/messages";
import { Link } from "~/widgets/link";
import { Permitted } from "~/widgets/permitted";
import type { OrderCommands } from "./order-page.server";

export function OrderButtons({
  commands: { refundAt, changeAt, supplementAt, change, supplement, refund },
}: {
  commands: OrderCommands;
}) {
  return (
    <>
      <Permitted by={change}>
        <Link className="button" to={changeAt}>
          {m.change_button()}
        </Link>
      </Permitted>
      <Permitted by={supplement}>
        <Link className="button" to={supplementAt}>
          {m.supplement_button()}
        </Link>
      </Permitted>
      <Permitted by={refund}>
        <Link className="button button-danger" to={refundAt}>
          {m.order_refund_button()}
        </Link>
      </Permitted>
    </>
  );
}

/** In the place of the buttons that are not there. */
export function CannotNow({ commands: { whyNot } }: { commands: OrderCommands }) {
  if (whyNot.length === 0) return null;
  return <p className="dim cannot-now">{whyNot.join(" · ")}</p>;
}
