/** The map of the wall: a tile a province, the darker the more people were admitted there today. Drawn on the server. */
import { m } from "~/contract/messages";
import { columns, lines } from "./province-tiles";

export interface MapTile {
  code: string;
  short: string;
  /** With its parks and admissions; "" where no park is. */
  says: string;
  /** Admissions as they are read; "" where no park is. */
  figure: string;
  /** 0 (no park) to 4. */
  level: number;
  column: number;
  row: number;
}

const size = 60;
const gap = 6;

export function ProvinceMap({ tiles }: { tiles: readonly MapTile[] }) {
  return (
    <svg
      className="province-map"
      viewBox={`0 0 ${columns * size - gap} ${lines * size - gap}`}
      role="img"
      aria-label={m.frames_wall_map()}
    >
      {tiles.map(({ code, short, says, figure, level, column, row }) => (
        <g key={code} className={`tile-${level}`} transform={`translate(${column * size} ${row * size})`}>
          {says !== "" && <title>{says}</title>}
          <rect width={size - gap} height={size - gap} rx={6} />
          <text x={(size - gap) / 2} y={figure === "" ? 33 : 24} textAnchor="middle">
            {short}
          </text>
          {figure !== "" && (
            <text x={(size - gap) / 2} y={43} textAnchor="middle" className="tile-figure">
              {figure}
            </text>
          )}
        </g>
      ))}
    </svg>
  );
}
