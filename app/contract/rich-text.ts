/** Rich text as specification 5 allows it: tags, their attributes, and where they may point. Applied on the way in and out. */
export const richTextTags = ["a", "span", "p", "div", "strong", "em", "i", "br", "audio", "img"];

export const richTextAttributes = {
  a: ["href", "title", "target", "rel"],
  img: ["src", "alt", "title", "width", "height"],
  audio: ["src", "controls"],
};

export const richTextSchemes = ["http", "https", "mailto", "tel"];

const address = /^(https?:\/\/[^/\\]|mailto:|tel:|\/(?![/\\])|#)/i;

/** Whole addresses and paths of this site; nothing that a browser could read as code or as another site. */
export function isRichAddress(value: string): boolean {
  return address.test(value.trim());
}

/** Of an element's attributes, those whose address may stay. */
export function withSafeAddresses(attributes: Record<string, string>): Record<string, string> {
  const safe = Object.entries(attributes).filter(
    ([name, value]) => (name !== "href" && name !== "src") || isRichAddress(value),
  );
  return Object.fromEntries(safe);
}

/** The filter itself, as sanitize-html takes it. */
export const richTextFilter = {
  allowedTags: richTextTags,
  allowedAttributes: richTextAttributes,
  allowedSchemes: richTextSchemes,
  allowProtocolRelative: false,
  transformTags: {
    b: "strong",
    "*": (tagName: string, attributes: Record<string, string>) => ({
      tagName,
      attribs: withSafeAddresses(attributes),
    }),
  },
};

/** Whether text has elements at all: plain text keeps its line breaks. */
export function isMarkup(text: string): boolean {
  return /<(p|div|br|span|a|strong|em|i|img|audio)\b/i.test(text);
}

/** Paths of our own files that a text shows. */
export function filesIn(html: string): string[] {
  return [...html.matchAll(/\bsrc="(\/(?:images|img|media|files)\/[^"?#\s]+)/g)].map(([, path]) => path ?? "");
}
