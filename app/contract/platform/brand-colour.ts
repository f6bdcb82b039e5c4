/** Colours of a tenant: whether white text is read on one, the nearest on which it is, and what the pages make of it. Pure. */

/** WCAG 2.2 AA for text. */
export const leastContrast = 4.5;

export const isColour = (text: string): boolean => /^#[0-9a-f]{6}$/.test(text);

/** "#ABC", "abc" and "#aabbcc" alike; anything else stays as it was typed. */
export function typedColour(text: string): string {
  const typed = text.normalize("NFKC").trim().toLowerCase().replace(/^#?/, "#");
  if (typed === "#") return "";
  return /^#[0-9a-f]{3}$/.test(typed) ? typed.replace(/[0-9a-f]/g, "$&$&") : typed;
}

const white = "#ffffff";
/** What links stand on, light and dark (styles/tokens.css). */
const [lightGround, darkGround] = ["#f3f5f6", "#202b30"];

type Three = readonly [number, number, number];

const channels = (colour: string): Three => [
  Number.parseInt(colour.slice(1, 3), 16) / 255,
  Number.parseInt(colour.slice(3, 5), 16) / 255,
  Number.parseInt(colour.slice(5, 7), 16) / 255,
];
const linear = (part: number) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4);
const shown = (part: number) => (part <= 0.0031308 ? part * 12.92 : 1.055 * part ** (1 / 2.4) - 0.055);

function luminance(colour: string): number {
  const [red, green, blue] = channels(colour).map(linear) as unknown as Three;
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** 1 to 21. */
export function contrast(one: string, other: string): number {
  const [dark, light] = [luminance(one), luminance(other)].sort((a, b) => a - b) as [number, number];
  return (light + 0.05) / (dark + 0.05);
}

/** Of white text on it. */
export const contrastOfText = (colour: string): number => contrast(colour, white);

/** The colour itself where white text is read on it, else the nearest of its hue on which it is: "" for no colour. */
export function readable(colour: string): string {
  return contrastOfText(colour) >= leastContrast ? colour : lightestWith(colour, white, false);
}

/** As OKLab has it: lightness, and two axes of hue. */
function lab(colour: string): Three {
  const [red, green, blue] = channels(colour).map(linear) as unknown as Three;
  const long = Math.cbrt(0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue);
  const middle = Math.cbrt(0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue);
  const short = Math.cbrt(0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue);
  return [
    0.2104542553 * long + 0.793617785 * middle - 0.0040720468 * short,
    1.9779984951 * long - 2.428592205 * middle + 0.4505937099 * short,
    0.0259040371 * long + 0.7827717662 * middle - 0.808675766 * short,
  ];
}

function parts([light, a, b]: Three): Three {
  const long = (light + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const middle = (light - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const short = (light - 0.0894841775 * a - 1.291485548 * b) ** 3;
  return [
    4.0767416621 * long - 3.3077115913 * middle + 0.2309699292 * short,
    -1.2684380046 * long + 2.6097574011 * middle - 0.3413193965 * short,
    -0.0041960863 * long - 0.7034186147 * middle + 1.707614701 * short,
  ];
}

/** What no screen shows of it loses some of its colourfulness, not of its hue. */
function colourOf([light, a, b]: Three): string {
  for (let keep = 1; ; keep -= 0.05) {
    const drawn = parts([light, a * keep, b * keep]);
    if (keep > 0 && drawn.some((part) => part < -0.0005 || part > 1.0005)) continue;
    return `#${drawn
      .map((part) =>
        Math.round(shown(Math.min(1, Math.max(0, part))) * 255)
          .toString(16)
          .padStart(2, "0"),
      )
      .join("")}`;
  }
}

/** Of its hue, the one nearest in lightness to the limit at which the contrast to the other still holds. */
function lightestWith(colour: string, other: string, isLighter: boolean): string {
  const [, a, b] = lab(colour);
  let [good, bad] = isLighter ? [1, 0] : [0, 1];
  for (let step = 0; step < 16; step += 1) {
    const light = (good + bad) / 2;
    if (contrast(colourOf([light, a, b]), other) >= leastContrast) good = light;
    else bad = light;
  }
  return colourOf([good, a, b]);
}

function mixed(colour: string, ground: string, share: number): string {
  const [one, other] = [channels(colour), channels(ground)];
  return `#${one
    .map((part, place) =>
      Math.round((part * share + (other[place] ?? 0) * (1 - share)) * 255)
        .toString(16)
        .padStart(2, "0"),
    )
    .join("")}`;
}

export interface BrandColours {
  /** Behind white text. */
  accent: string;
  hover: string;
  /** As text, on pages and on what is chosen. */
  link: string;
  chosen: string;
}

/** Of a readable colour. In the dark the accent is as light as white text on it allows, so that it stands out. */
export function brandColours(colour: string): { light: BrandColours; dark: BrandColours } {
  const deep = lightestWith(colour, white, false);
  const chosen = { light: mixed(colour, white, 0.1), dark: mixed(deep, "#12191c", 0.25) };
  const onLight = [lightGround, chosen.light].sort((one, other) => luminance(one) - luminance(other))[0] ?? lightGround;
  const onDark = [darkGround, chosen.dark].sort((one, other) => luminance(other) - luminance(one))[0] ?? darkGround;
  const isLink = contrast(colour, onLight) >= leastContrast;
  const link = lightestWith(colour, onDark, true);
  return {
    light: {
      accent: colour,
      hover: mixed(colour, "#000000", 0.85),
      link: isLink ? colour : lightestWith(colour, onLight, false),
      chosen: chosen.light,
    },
    // Some more than the least, so that it is no strain to read.
    dark: { accent: deep, hover: mixed(deep, "#000000", 0.88), link: mixed(link, white, 0.75), chosen: chosen.dark },
  };
}
