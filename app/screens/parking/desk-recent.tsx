/** What happened at the lot last; each row leads to its stay. */
import { m } from "~/contract/messages";
import { formatYuan } from "~/contract/money";
import { Link } from "~/widgets/link";
import type { DeskPage } from "./desk-page";

export function DeskRecent({ rows }: { rows: DeskPage["recent"] }) {
  return (
    <section className="panel" aria-labelledby="parking-recent">
      <h2 id="parking-recent">{m.parking_recent()}</h2>
      {rows.length === 0 && <p className="empty">{m.parking_recent_none()}</p>}
      {rows.length > 0 && (
        <div className="table-frame">
          <table className="table">
            <thead>
              <tr>
                <th scope="col">{m.parking_plate()}</th>
                <th scope="col">{m.parking_vehicle()}</th>
                <th scope="col">{m.status()}</th>
                <th scope="col">{m.parking_time()}</th>
                <th scope="col" className="num">
                  {m.parking_fee() + m.engine_yuan()}
                </th>
              </tr>
            </thead>
            <tbody>
              {rows.map(({ id, plate, vehicleName, stateName, at, fee }) => (
                <tr key={id}>
                  <th scope="row" className="parking-number">
                    <Link to={`/parking/recordList/${id}`}>{plate}</Link>
                  </th>
                  <td>{vehicleName}</td>
                  <td>{stateName}</td>
                  <td>{at}</td>
                  <td className="num">{fee !== null && formatYuan(fee)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </section>
  );
}
