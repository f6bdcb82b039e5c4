/** QR codes as one SVG path, drawn on the server: the browser gets a string, no library. */
import { encode } from "uqr";

export interface QrPath {
  /** Modules a side, quiet zone included. */
  size: number;
  path: string;
}

/** Error correction M: a crumpled receipt still reads. Runs of dark modules become one rectangle each. */
export function qrPath(text: string): QrPath {
  const { data, size } = encode(text, { ecc: "M", border: 2 });
  const runs: string[] = [];
  data.forEach((row, y) => {
    let start = -1;
    for (let x = 0; x <= size; x += 1) {
      const dark = row[x] === true;
      if (dark && start < 0) start = x;
      if (!dark && start >= 0) {
        runs.push(`M${start} ${y}h${x - start}v1h-${x - start}z`);
        start = -1;
      }
    }
  });
  return { size, path: runs.join("") };
}
