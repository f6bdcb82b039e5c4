/** What an order says in the fields that the corp has added to orders. */
import { m } from "~/contract/messages";
import { CellContent } from "~/widgets/cell";
import { Link } from "~/widgets/link";
import { Permitted } from "~/widgets/permitted";
import type { OrderPage } from "./order-page.server";

export function OrderOwn({ id, own }: { id: number; own: NonNullable<OrderPage["own"]> }) {
  return (
    <section className="panel">
      <header className="page-head">
        <h2>{m.own_section()}</h2>
        <div className="toolbar">
          <Permitted by={own.fill}>
            <Link className="button" to={`/orders/own?id=${id}`}>
              {m.own_fill()}
            </Link>
          </Permitted>
        </div>
      </header>
      {own.facts.length === 0 ? (
        <p className="empty">{m.forms_empty()}</p>
      ) : (
        <dl className="facts">
          {own.facts.map(({ label, cell }) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>
                <CellContent cell={cell} />
              </dd>
            </div>
          ))}
        </dl>
      )}
    </section>
  );
}
