/** The rows of an area as a table with a box to tick a seat: it works without scripts, and each seat has a name. */
import { m } from "~/contract/messages";
import type { AnswerOf } from "~/contract/method";
import type { SeatView, theatreMap } from "~/contract/theatre/sale";
import { Link } from "~/widgets/link";
import { downBy, leadOf, seatLines } from "./seat-lines";
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
  const { lines, deepest } = seatLines(rows);
  return (
    <div className="seat-hall">
      <p className="seat-stage">{m.theatre_stage()}</p>
      <table className="seat-table" style={deepest > 0 ? { marginBottom: deepest } : undefined}>
        <tbody>
          {lines.map(({ name, lead, cells }) => (
            <tr key={name}>
              <th scope="row" style={leadOf(lead)}>
                {name}
              </th>
              {cells.map((cell, at) =>
                cell === null ? (
                  // biome-ignore lint/suspicious/noArrayIndexKey: an aisle is its place
                  <td key={`gap-${at}`} />
                ) : (
                  <td key={cell.seat.id} style={{ ...leadOf(lead), ...downBy(cell.down) }}>
                    <Seat
                      row={name}
                      seat={cell.seat}
                      tint={tints.get(cell.seat.zone) ?? "grey"}
                      open={open(cell.seat)}
                    />
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
  const look = `seat seat-${seat.state} tint-${tint} seat-${seat.kind}${seat.partner ? " seat-pair" : ""}`;
  if (!open) {
    return (
      <span className={look} role="img" aria-label={words} title={words}>
        {seat.number}
      </span>
    );
  }
  return (
    <label className={look} title={words}>
      <input type="checkbox" name="seat" value={seat.id} data-partner={seat.partner?.id} aria-label={words} />
      <span aria-hidden="true">{seat.number}</span>
    </label>
  );
}

/** How seats are ticked with scripts, and how many are. */
export const PickHelp = ({ ticked }: { ticked: number }) => (
  <p className="dim">
    {m.theatre_pick_keys()} <output>{m.theatre_picked({ n: ticked })}</output>
  </p>
);

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
