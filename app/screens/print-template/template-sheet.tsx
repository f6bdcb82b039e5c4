/** A ticket or a card as its template has it: one SVG in millimetres, the same on paper, in the preview and under the editor's hand. */
import type { PrintElement, PrintLayout } from "~/contract/print-sheet";
import type { BarPath } from "~/widgets/print/bar-code.server";
import type { QrPath } from "~/widgets/qr.server";
import { fontSize, wrapped } from "./wrapped";

export interface PrintValues {
  fields: Readonly<Record<string, string>>;
  qr: QrPath;
  /** Of those that are there; the first is that of an element which names none. */
  bars: Readonly<Record<string, BarPath | undefined>>;
  /** The path of the holder's photograph; a box with a head where it is null, so that a preview shows the place. */
  photo?: string | null | undefined;
  /** That it is not the first print; "" of the first. */
  again: string;
}

interface Props {
  layout: PrintLayout;
  values: PrintValues;
  label: string;
  /** In the editor: which is chosen, and boxes to take hold of. */
  chosen?: number;
}

export function TemplateSheet({ layout, values, label, chosen }: Props) {
  const { width, height, elements, pictures } = layout;
  return (
    <svg
      className="ticket-sheet"
      viewBox={`0 0 ${width} ${height}`}
      width={`${width}mm`}
      height={`${height}mm`}
      role="img"
      aria-label={label}
    >
      <rect width={width} height={height} fill="#fff" />
      {elements.map((element, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: an element is known by its place
        <g key={place} data-element={place}>
          <Drawn element={element} values={values} pictures={pictures} />
          {chosen !== undefined && (
            <rect
              className={place === chosen ? "hold chosen" : "hold"}
              x={element.x}
              y={element.y}
              width={element.width}
              height={Math.max(element.height, 1)}
            />
          )}
        </g>
      ))}
      {values.again && <Again words={values.again} width={width} />}
    </svg>
  );
}

interface DrawnProps {
  element: PrintElement;
  values: PrintValues;
  pictures: readonly string[];
}

function Drawn({ element, values, pictures }: DrawnProps) {
  const { kind, x, y, width, height, text, field } = element;
  if (kind === "line") return <rect x={x} y={y} width={width} height={height} fill="#000" />;
  if (kind === "qr") {
    const side = Math.min(width, height);
    return (
      <svg
        aria-hidden="true"
        x={x}
        y={y}
        width={side}
        height={side}
        viewBox={`0 0 ${values.qr.size} ${values.qr.size}`}
      >
        <path d={values.qr.path} fill="#000" shapeRendering="crispEdges" />
      </svg>
    );
  }
  if (kind === "barCode")
    return <Bars element={element} code={values.bars[field || (Object.keys(values.bars)[0] ?? "")]} />;
  if (kind === "image") {
    const path = pictures[(element.picture ?? 0) - 1];
    return path ? <image href={path} x={x} y={y} width={width} height={height} /> : null;
  }
  if (kind === "photo") return <Photo element={element} path={values.photo ?? null} />;
  const value = kind === "field" ? values.fields[field ?? ""] : "";
  // What a ticket has not got is not announced either.
  if (kind === "field" && !value) return null;
  return <Words element={element} text={behind(text ?? "", value ?? "")} />;
}

/** Saved words have no blank at their end: Chinese signs bring their own room, Latin ones do not. */
function behind(words: string, value: string): string {
  return /[\x21-\x7e]$/.test(words) ? `${words} ${value}` : `${words}${value}`;
}

function Photo({ element: { x, y, width, height }, path }: { element: PrintElement; path: string | null }) {
  if (path) return <image href={path} x={x} y={y} width={width} height={height} preserveAspectRatio="xMidYMid slice" />;
  const side = Math.min(width, height);
  return (
    <g fill="none" stroke="#868e96" strokeWidth={0.3}>
      <rect x={x} y={y} width={width} height={height} />
      <circle cx={x + width / 2} cy={y + height * 0.4} r={side * 0.18} />
      <path
        d={`M${x + width / 2 - side * 0.3} ${y + height * 0.9}a${side * 0.3} ${side * 0.3} 0 0 1 ${side * 0.6} 0`}
      />
    </g>
  );
}

function Words({ element, text }: { element: PrintElement; text: string }) {
  const { x, y, width, height, size, bold, align } = element;
  const font = fontSize(size);
  const anchor = align === "right" ? "end" : align === "center" ? "middle" : "start";
  const at = align === "right" ? width : align === "center" ? width / 2 : 0;
  return (
    <svg aria-hidden="true" x={x} y={y} width={width} height={height} overflow="hidden">
      <text fontSize={font} fontWeight={bold ? 700 : 400} textAnchor={anchor} fill="#000">
        {wrapped(text, font, width, height).map((line, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two lines may say the same
          <tspan key={place} x={at} y={font * (0.9 + place * 1.15)}>
            {line}
          </tspan>
        ))}
      </text>
    </svg>
  );
}

function Bars({ element, code }: { element: PrintElement; code: BarPath | undefined }) {
  if (!code) return null;
  const { x, y, width, height } = element;
  // Its digits stand below where there is room for both.
  const words = height >= 10 ? 3.5 : 0;
  return (
    <>
      <svg
        aria-hidden="true"
        x={x}
        y={y}
        width={width}
        height={height - words}
        viewBox={`0 0 ${code.width} 1`}
        preserveAspectRatio="none"
        shapeRendering="crispEdges"
      >
        <path d={code.path} fill="#000" />
      </svg>
      {words > 0 && (
        <text x={x + width / 2} y={y + height - 0.7} fontSize={2.8} textAnchor="middle" fill="#000">
          {code.text}
        </text>
      )}
    </>
  );
}

/** In the upper right corner whatever the template says: who checks by eye must see it. */
function Again({ words, width }: { words: string; width: number }) {
  const box = 4 + words.length * 2.4;
  return (
    <g>
      <rect x={width - box - 1} y={1} width={box} height={5} fill="#fff" stroke="#000" strokeWidth={0.3} />
      <text x={width - box / 2 - 1} y={4.7} fontSize={3.4} fontWeight={700} textAnchor="middle" fill="#000">
        {words}
      </text>
    </g>
  );
}
