/** Draws a puzzle: a landscape that is never the same twice, with a notch, and the piece that fits it. */
import { randomInt } from "node:crypto";
import { captchaSize } from "~/contract/platform/captcha";
import { loadSharp } from "../../kernel/load-sharp";

export interface Puzzle {
  width: number;
  height: number;
  /** The landscape with the notch, base64. */
  oriImg: string;
  /** The piece on a transparent strip as high as the landscape, at the notch's height, base64. */
  newImg: string;
  /** Top left corner of the notch. */
  x: number;
  y: number;
}

const { width, height, piece } = captchaSize;

export async function drawPuzzle(): Promise<Puzzle> {
  // Not so far left that the piece lies over the notch from the beginning.
  const x = randomInt(piece + 16, width - piece - 3);
  const y = randomInt(6, height - piece - 6);
  const outline = outlineOf();
  const sharp = await loadSharp();
  const picture = await sharp(Buffer.from(landscape())).removeAlpha().png().toBuffer();
  const [ori, strip] = await Promise.all([withNotch(picture, outline, x, y), pieceOf(picture, outline, x, y)]);
  return { width, height, oriImg: ori.toString("base64"), newImg: strip.toString("base64"), x, y };
}

async function withNotch(picture: Buffer, outline: string, x: number, y: number): Promise<Buffer> {
  const shade = (0.42 + randomInt(22) / 100).toFixed(2);
  const notch = svg(
    `<path d="${outline}" transform="translate(${x} ${y})" fill="#000" fill-opacity="${shade}" stroke="#fff" stroke-opacity=".55"/>`,
  );
  const sharp = await loadSharp();
  return sharp(picture)
    .composite([{ input: Buffer.from(notch) }])
    .webp({ quality: 62 })
    .toBuffer();
}

async function pieceOf(picture: Buffer, outline: string, x: number, y: number): Promise<Buffer> {
  const strip = (drawing: string) =>
    Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="${piece}" height="${height}">${drawing}</svg>`);
  const at = `transform="translate(0 ${y})"`;
  const sharp = await loadSharp();
  const cut = await sharp(picture).extract({ left: x, top: 0, width: piece, height }).ensureAlpha().png().toBuffer();
  return sharp(cut)
    .composite([
      { input: strip(`<path d="${outline}" ${at} fill="#fff"/>`), blend: "dest-in" },
      { input: strip(`<path d="${outline}" ${at} fill="none" stroke="#fff" stroke-opacity=".9" stroke-width="1.4"/>`) },
    ])
    .webp({ quality: 70, alphaQuality: 90 })
    .toBuffer();
}

/** A square with a knob or a dent on each side, within {@link captchaSize}.piece. */
function outlineOf(): string {
  const [near, far] = [6, piece - 6];
  const middle = piece / 2;
  const knob = () => (randomInt(2) === 1 ? 1 : 0);
  const arc = (out: number, to: string) => `a5 5 0 1 ${out} ${to}`;
  return [
    `M${near} ${near}`,
    `H${middle - 5}`,
    arc(knob(), "10 0"),
    `H${far}`,
    `V${middle - 5}`,
    arc(knob(), "0 10"),
    `V${far}`,
    `H${middle + 5}`,
    arc(knob(), "-10 0"),
    `H${near}`,
    `V${middle + 5}`,
    arc(knob(), "0 -10"),
    "Z",
  ].join(" ");
}

const svg = (drawing: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${drawing}</svg>`;

/** Sky, sun, ranges of hills, and leaves all over them, so that no place looks like another. */
function landscape(): string {
  const hue = randomInt(360);
  const colour = (turn: number, saturation: number, light: number) =>
    `hsl(${(hue + turn + 360) % 360},${saturation}%,${light}%)`;
  const sky = `<linearGradient id="s" x2="0" y2="1"><stop stop-color="${colour(0, 55, 62)}"/><stop offset="1" stop-color="${colour(40, 60, 84)}"/></linearGradient>`;
  const sun = `<circle cx="${randomInt(width)}" cy="${randomInt(12, 70)}" r="${randomInt(10, 26)}" fill="${colour(60, 80, 88)}" fill-opacity=".85"/>`;
  const ranges = [0, 1, 2, 3].map((nth) =>
    range(height * (0.3 + nth * 0.17), colour(90 + nth * 22, 38, 58 - nth * 11)),
  );
  const leaves = Array.from({ length: 90 }, () => leaf(colour(randomInt(-60, 150), 45, randomInt(28, 82))));
  return svg(
    `<defs>${sky}</defs><rect width="100%" height="100%" fill="url(#s)"/>${sun}${ranges.join("")}${leaves.join("")}`,
  );
}

function range(level: number, fill: string): string {
  const points: string[] = [];
  for (let at = 0; at <= width + 26; at += 26) points.push(`${at} ${Math.round(level + randomInt(-16, 17))}`);
  return `<path d="M0 ${height} L${points.join(" L")} V${height} Z" fill="${fill}"/>`;
}

function leaf(fill: string): string {
  const [x, y, turn] = [randomInt(width), randomInt(height), randomInt(360)];
  return `<ellipse cx="${x}" cy="${y}" rx="${randomInt(3, 14)}" ry="${randomInt(1, 6)}" transform="rotate(${turn} ${x} ${y})" fill="${fill}" fill-opacity=".${randomInt(25, 75)}"/>`;
}
