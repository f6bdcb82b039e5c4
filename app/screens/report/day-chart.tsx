/** Bars by day, drawn on the server. The figures stand in a table as well: this is a picture of it. */
import { m } from "~/contract/messages";

const height = 160;
const step = 48;

export function DayChart({ days }: { days: { day: string; label: string; share: number }[] }) {
  return (
    <svg
      className="day-chart"
      viewBox={`0 0 ${days.length * step} ${height + 24}`}
      role="img"
      aria-label={m.frames_wall_days()}
    >
      {days.map(({ day, label, share }, place) => (
        <g key={day} transform={`translate(${place * step} 0)`}>
          <rect x={8} y={height - share * height} width={step - 16} height={Math.max(1, share * height)} rx={2}>
            <title>{label}</title>
          </rect>
          <text x={step / 2} y={height + 18} textAnchor="middle">
            {day}
          </text>
        </g>
      ))}
    </svg>
  );
}
