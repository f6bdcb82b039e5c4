/** Drawings without what could run or fetch: an allow-list of elements and attributes, and of what they may point to. */
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
