/** Charts as SVG drawn on the server, the same figures in a table beside them: no script, readable by everyone. */
import type { ReactNode } from "react";
import { TableFrame } from "../table-frame";
import { round, slices, ticks } from "./shapes";

export interface Series {
  name: string;
  values: readonly number[];
}

interface Props {
  kind: "line" | "bar" | "pie";
  title: string;
  /** Of the points, e.g. days. */
  labels: readonly string[];
  /** A pie takes the first one. */
  series: readonly Series[];
  /** How a figure is written. */
  format?: (value: number) => string;
  /** False where the page has the figures in a table of its own. */
  figures?: boolean;
}

const [width, height, bottom, top] = [600, 260, 28, 10];
/** Room for the figures of the axis: at least so much, and what a digit takes. */
const [leastLeft, ofDigit] = [56, 7.5];
const colors = 6;

export function Chart({ kind, title, labels, series, format = String, figures = true }: Props) {
  return (
    <figure className="chart">
      <figcaption>{title}</figcaption>
      {kind === "pie" ? (
        <Pie title={title} labels={labels} values={series[0]?.values ?? []} />
      ) : (
        <Axes title={title} labels={labels} series={series} format={format} bars={kind === "bar"} />
      )}
      {series.length > 1 && (
        <ul className="chart-legend" aria-hidden="true">
          {series.map(({ name }, index) => (
            <li key={name} className={`chart-${index % colors}`}>
              {name}
            </li>
          ))}
        </ul>
      )}
      {figures && <Figures {...{ kind, title, labels, series, format }} />}
    </figure>
  );
}

interface AxesProps {
  title: string;
  labels: readonly string[];
  series: readonly Series[];
  format: (value: number) => string;
  bars: boolean;
}

function Axes({ title, labels, series, format, bars }: AxesProps) {
  const steps = ticks(Math.max(0, ...series.flatMap(({ values }) => values)));
  const max = steps.at(-1) ?? 1;
  const left = Math.max(leastLeft, 12 + ofDigit * Math.max(...steps.map((step) => format(step).length)));
  const [across, down] = [width - left - 8, height - bottom - top];
  const y = (value: number) => round(top + down * (1 - Math.max(0, value) / max));
  const slot = across / Math.max(1, labels.length);
  const x = (index: number) => round(left + slot * (index + 0.5));
  // As many labels as there is room for.
  const every = Math.max(1, Math.ceil(labels.length / 10));
  const bar = (slot * 0.7) / Math.max(1, series.length);
  return (
    <svg viewBox={`0 0 ${width} ${height}`} role="img" aria-label={title}>
      {steps.map((step) => (
        <g key={step}>
          <path className="chart-line" d={`M${left} ${y(step)}H${width - 8}`} />
          <text x={left - 6} y={y(step) + 4} textAnchor="end">
            {format(step)}
          </text>
        </g>
      ))}
      {labels.map((label, index) =>
        index % every === 0 ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: a point is its place, and two may be called alike
          <text key={index} x={x(index)} y={height - 8} textAnchor="middle">
            {label}
          </text>
        ) : null,
      )}
      {series.map(({ name, values }, place) => (
        <g key={name} className={`chart-${place % colors}`}>
          {bars
            ? values.map((value, index) => (
                <rect
                  // biome-ignore lint/suspicious/noArrayIndexKey: a point is its place
                  key={index}
                  x={round(left + slot * (index + 0.15) + bar * place)}
                  y={y(value)}
                  width={round(bar)}
                  height={round(top + down - y(value))}
                />
              ))
            : lineOf(values, x, y)}
        </g>
      ))}
    </svg>
  );
}

function lineOf(values: readonly number[], x: (index: number) => number, y: (value: number) => number): ReactNode {
  const points = values.map((value, index) => `${x(index)} ${y(value)}`);
  return (
    <>
      <path className="chart-stroke" d={points.length > 0 ? `M${points.join("L")}` : ""} />
      {values.map((value, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a point is its place
        <circle key={index} cx={x(index)} cy={y(value)} r={3} />
      ))}
    </>
  );
}

function Pie({ title, labels, values }: { title: string; labels: readonly string[]; values: readonly number[] }) {
  const parts = slices(values);
  return (
    <div className="chart-pie">
      <svg viewBox="-1.05 -1.05 2.1 2.1" role="img" aria-label={title}>
        {parts.map(({ path }, index) => (
          <path key={labels[index]} className={`chart-${index % colors} chart-slice`} d={path} />
        ))}
      </svg>
      <ul className="chart-legend" aria-hidden="true">
        {parts.map(({ share }, index) => (
          <li key={labels[index]} className={`chart-${index % colors}`}>
            {labels[index]} {Math.round(share * 1_000) / 10}%
          </li>
        ))}
      </ul>
    </div>
  );
}

function Figures({ kind, title, labels, series, format }: Required<Omit<Props, "figures">>) {
  const shown = kind === "pie" ? series.slice(0, 1) : series;
  return (
    <TableFrame label={title}>
      <table className="table">
        <caption className="visually-hidden">{title}</caption>
        <thead>
          <tr>
            <th scope="col" />
            {shown.map(({ name }) => (
              <th key={name} scope="col" className="num">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {labels.map((label, index) => (
            <tr key={label}>
              <th scope="row">{label}</th>
              {shown.map(({ name, values }) => (
                <td key={name} className="num">
                  {format(values[index] ?? 0)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </TableFrame>
  );
}
