/** The rows of an area as a table with a box to tick a seat: it works without scripts, and each seat has a name. */
import { m } from "~/contract/messages";
import type { AnswerOf } from "~/contract/method";
import type { SeatView, theatreMap } from "~/contract/theatre/sale";
import { Link } from "~/widgets/link";
import { seatWords, stateWord } from "./words";
import "./seats.css";

interface Props {
  rows: readonly { name: string; seats: readonly SeatView[] }[];
  zones: readonly { code: string; tint: string }[];
  /** Which seats may be ticked. */
  open: (seat: SeatView) => boolean;
}

export function SeatTable({ rows, zones, open }: Props) {
  const tints = new Map(zones.map(({ code, tint }) => [code, tint]));
  const left = Math.min(...rows.flatMap(({ seats }) => seats.map(({ x }) => x)), Number.MAX_SAFE_INTEGER);
  return (
    <div className="seat-hall">
      <p className="seat-stage">{m.theatre_stage()}</p>
      <table className="seat-table">
        <tbody>
          {rows.map(({ name, seats }) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              {placed(seats, left).map((seat, at) =>
                seat === null ? (
                  // biome-ignore lint/suspicious/noArrayIndexKey: an aisle is its place
                  <td key={`gap-${at}`} />
                ) : (
                  <td key={seat.id}>
                    <Seat row={name} seat={seat} tint={tints.get(seat.zone) ?? "grey"} open={open(seat)} />
                  </td>
                ),
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Seat({ row, seat, tint, open }: { row: string; seat: SeatView; tint: string; open: boolean }) {
  const words = seatWords(row, seat);
  const look = `seat seat-${seat.state} tint-${tint} seat-${seat.kind}`;
  if (!open) {
    return (
      <span className={look} role="img" aria-label={words} title={words}>
        {seat.number}
      </span>
    );
  }
  return (
    <label className={look} title={words}>
      <input type="checkbox" name="seat" value={seat.id} aria-label={words} />
      <span aria-hidden="true">{seat.number}</span>
    </label>
  );
}

/** Seats in their places, with null for an aisle or where a shorter row has none. */
function placed(seats: readonly SeatView[], left: number): (SeatView | null)[] {
  const cells: (SeatView | null)[] = [];
  for (const seat of seats) {
    const at = Math.max(cells.length, Math.min(200, Math.round((seat.x - left) / 100)));
    while (cells.length < at) cells.push(null);
    cells.push(seat);
  }
  return cells;
}

/** Of a large area, which rows are shown: the links work without scripts. */
export function RowBlocks({ blocks, to }: { blocks: AnswerOf<typeof theatreMap>["blocks"]; to: string }) {
  if (blocks.length < 2) return null;
  return (
    <nav className="segments" aria-label={m.theatre_rows_blocks()}>
      {blocks.map(({ from, first, last, isShown }) => (
        <Link
          key={from}
          className="segment"
          to={`${to}&from=${from}`}
          preventScrollReset
          aria-current={isShown ? "true" : undefined}
        >
          {m.theatre_rows_from_to({ first, last })}
        </Link>
      ))}
    </nav>
  );
}

export function SeatLegend() {
  const states = ["free", "mine", "held", "aside", "sold", "blocked"] as const;
  return (
    <ul className="seat-legend" aria-label={m.theatre_legend()}>
      {states.map((state) => (
        <li key={state}>
          <span className={`seat seat-${state} tint-blue`} aria-hidden="true" /> {stateWord(state)}
        </li>
      ))}
    </ul>
  );
}
