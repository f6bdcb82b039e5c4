/**
 * Drawings without what could run or fetch: an allow-list of elements and attributes, and of what they may point to.
 * Runs in a thread of its own (`parsing`), but for the bounds.
 */
import sanitizeHtml from "sanitize-html";

const elements = [
  "svg g defs symbol use title desc path rect circle ellipse line polyline polygon text tspan textPath image style",
  "linearGradient radialGradient stop pattern clipPath mask marker switch view",
  "filter feBlend feColorMatrix feComponentTransfer feComposite feConvolveMatrix feDiffuseLighting feDisplacementMap",
  "feDistantLight feDropShadow feFlood feFuncA feFuncB feFuncG feFuncR feGaussianBlur feMerge feMergeNode feMorphology",
  "feOffset fePointLight feSpecularLighting feSpotLight feTile feTurbulence",
].flatMap((line) => line.split(" "));

const pictures = /^data:image\/(png|jpe?g|gif);base64,[A-Za-z0-9+/=\s]*$/;
/** Reaches out of the drawing: an address that is none of its own parts. */
const outward = /url\(\s*["']?\s*(?!#)|@import|expression\s*\(|(java|vb)script:|<|\\/i;

/** Drawings of ours have some hundreds of elements, eight deep; those of drawing programs some thousands. */
export const svgBounds = { bytes: 1024 * 1024, marks: 20_000, depth: 100 } as const;

/**
 * Whether a drawing is within bounds of size, number and depth, told in one pass before anything parses it: cleaning takes
 * time by the square of the depth. Text in comments and in CDATA counts as elements; no drawing comes near for that.
 */
export function isWithinSvgBounds(bytes: Uint8Array): boolean {
  if (bytes.length > svgBounds.bytes) return false;
  let marks = 0;
  let depth = 0;
  for (let at = bytes.indexOf(open); at >= 0; at = bytes.indexOf(open, at + 1)) {
    marks += 1;
    if (marks > svgBounds.marks) return false;
    const next = bytes[at + 1];
    if (next === slash) depth -= 1;
    else if (next !== question && next !== exclamation && !endsAtOnce(bytes, at)) depth += 1;
    if (depth > svgBounds.depth) return false;
    // What closes more than it opened makes no room for what comes.
    depth = Math.max(depth, 0);
  }
  return true;
}

const code = (sign: string) => sign.charCodeAt(0);
const [open, close, slash, question, exclamation] = [code("<"), code(">"), code("/"), code("?"), code("!")];

/** Whether an element has no content; in doubt it has. Looks no further than to the next mark. */
function endsAtOnce(bytes: Uint8Array, from: number): boolean {
  const next = bytes.indexOf(open, from + 1);
  const tag = bytes.subarray(from, next < 0 ? bytes.length : next);
  const end = tag.indexOf(close);
  return end > 0 && tag[end - 1] === slash && tag.indexOf(close, end + 1) < 0;
}

/** Null where no drawing is left. */
export function cleanSvg(source: string): string | null {
  const clean = sanitizeHtml(source.replace(/^\uFEFF/, ""), {
    allowedTags: elements,
    allowedAttributes: false,
    // `style` holds no script here: what could reach out is gone below, and a drawing is served in a sandbox.
    allowVulnerableTags: true,
    parser: { xmlMode: true, lowerCaseTags: false, lowerCaseAttributeNames: false, decodeEntities: true },
    transformTags: { "*": (tagName, attributes) => ({ tagName, attribs: safe(attributes) }) },
    exclusiveFilter: ({ tag, text }) => tag === "style" && outward.test(text),
  }).trim();
  return /^<svg[\s>]/.test(clean) ? clean : null;
}

function safe(attributes: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(attributes).filter(([name, value]) => isSafe(name, value)));
}

function isSafe(name: string, value: string): boolean {
  if (/^on/i.test(name) || !/^[A-Za-z][\w:.-]*$/.test(name)) return false;
  if (/(^|:)(href|src)$/i.test(name)) return value.startsWith("#") || pictures.test(value);
  if (/^xmlns(:\w+)?$/.test(name)) return /^http:\/\/www\.(w3\.org|inkscape\.org)\/[\w/.-]*$/.test(value);
  return !outward.test(value);
}
