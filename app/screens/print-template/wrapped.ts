/** Breaks a text into the lines of a box. Widths are estimates, a little wide: a printer has no other way to ask. */

const pointInMillimetres = 25.4 / 72;

/** Millimetres of a font of so many points. */
export const fontSize = (points: number | null): number => (points ?? 10) * pointInMillimetres;

/** Of one sign in parts of the font's size. */
function signWidth(sign: string): number {
  if (/[\u1100-\u11ff\u2e80-\uffdf]/.test(sign) || sign.length > 1) return 1;
  if (/[A-Z0-9@%&mwMW¥]/.test(sign)) return 0.66;
  return /[ .,:;'|!iljft()[\]-]/.test(sign) ? 0.36 : 0.56;
}

export const textWidth = (text: string, size: number): number =>
  [...text].reduce((sum, sign) => sum + signWidth(sign) * size, 0);

/** Lines of a text in a box: words of Latin letters stay whole where they fit. What has no room is left out. */
export function wrapped(text: string, size: number, width: number, height: number): string[] {
  const most = Math.max(1, Math.floor(height / (size * 1.15)));
  const parts = text.match(/[\u0021-\u024f]+ ?|\s|[^\u0021-\u024f\s]/gu) ?? [];
  const lines: string[] = [];
  let line = "";
  for (const part of parts) {
    if (textWidth((line + part).trimEnd(), size) <= width) {
      line += part;
      continue;
    }
    if (line !== "") lines.push(line);
    line = "";
    for (const sign of part) {
      if (line !== "" && textWidth(line + sign, size) > width) {
        lines.push(line);
        line = "";
      }
      line += sign;
    }
  }
  if (line !== "") lines.push(line);
  return lines.map((one) => one.trim()).slice(0, most);
}
