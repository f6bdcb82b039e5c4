/**
 * Rich text as specification 5 allows it: tags, their attributes, and where they may point. Applied on the way in and out.
 * What a browser fetches of its own accord (`src`) is a file of ours: any other address would act in the reader's name.
 */
import { isShownFile } from "./shown-file";

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

export function isSafeAttribute(name: string, value: string): boolean {
  if (name === "src") return isShownFile(value);
  return name !== "href" || isRichAddress(value);
}

/** Of an element's attributes, those whose address may stay. */
export function withSafeAddresses(attributes: Record<string, string>): Record<string, string> {
  const safe = Object.entries(attributes).filter(([name, value]) => isSafeAttribute(name, value));
  return Object.fromEntries(safe);
}

/** The filter itself, as sanitize-html takes it. */
export const richTextFilter = {
  allowedTags: richTextTags,
  allowedAttributes: richTextAttributes,
  allowedSchemes: richTextSchemes,
  allowProtocolRelative: false,
  /** Without its file an element shows nothing. */
  exclusiveFilter: ({ tag, attribs }: { tag: string; attribs: Record<string, string> }) =>
    (tag === "img" || tag === "audio") && !attribs.src,
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
