/** Rich text as it may be shown: the allow-list of specification 5, applied on the way out whatever came in. */
import sanitizeHtml from "sanitize-html";
import { isMarkup, richTextAttributes, richTextSchemes, richTextTags, withSafeAddresses } from "~/contract/rich-text";

const allowed: sanitizeHtml.IOptions = {
  allowedTags: richTextTags,
  allowedAttributes: richTextAttributes,
  allowedSchemes: richTextSchemes,
  allowProtocolRelative: false,
  transformTags: {
    // Another site learns nothing of us, and gets no hold of our window.
    a: sanitizeHtml.simpleTransform("a", { rel: "noopener noreferrer nofollow" }),
    b: "strong",
    "*": (tagName, attributes) => ({ tagName, attribs: withSafeAddresses(attributes) }),
  },
};

/** Line breaks of plain text become breaks; anything outside the list is gone. */
export function richText(text: string): string {
  return sanitizeHtml(isMarkup(text) ? text : text.replace(/\r?\n/g, "<br>"), allowed);
}
