/** Rich text as it may be shown: the allow-list of specification 5, applied on the way out. */
import sanitizeHtml from "sanitize-html";

const allowed: sanitizeHtml.IOptions = {
  allowedTags: ["a", "span", "p", "div", "strong", "em", "i", "br", "audio", "img"],
  allowedAttributes: {
    a: ["href", "title", "target", "rel"],
    img: ["src", "alt", "title", "width", "height"],
    audio: ["src", "controls"],
    "*": ["class"],
  },
  allowedSchemes: ["http", "https", "mailto", "tel"],
  allowProtocolRelative: false,
  transformTags: { a: sanitizeHtml.simpleTransform("a", { rel: "noopener noreferrer nofollow" }) },
};

/** Line breaks of plain text become paragraphs' breaks; anything outside the list is gone. */
export function richText(text: string): string {
  return sanitizeHtml(text.replace(/\r?\n/g, "<br>"), allowed);
}
