/** Rich text as it may be shown: the allow-list of specification 5, applied on the way out whatever came in. */
import sanitizeHtml from "sanitize-html";
import { isMarkup, richTextFilter } from "~/contract/rich-text";

const shown: sanitizeHtml.IOptions = {
  ...richTextFilter,
  transformTags: {
    ...richTextFilter.transformTags,
    // Another site learns nothing of us, and gets no hold of our window.
    a: sanitizeHtml.simpleTransform("a", { rel: "noopener noreferrer nofollow" }),
  },
};

/** Line breaks of plain text become breaks; anything outside the list is gone. */
export function richText(text: string): string {
  return sanitizeHtml(isMarkup(text) ? text : text.replace(/\r?\n/g, "<br>"), shown);
}

/** Its words alone, for a line of a list or a change log. */
export function wordsOf(html: string): string {
  const spaced = html.replace(/<(br|\/p|\/div)\b[^>]*>/gi, "$& ");
  const escaped = sanitizeHtml(spaced, { allowedTags: [], allowedAttributes: {} });
  const signs: Record<string, string> = { "&lt;": "<", "&gt;": ">", "&quot;": '"', "&amp;": "&" };
  return escaped
    .replace(/&(lt|gt|quot|amp);/g, (sign) => signs[sign] ?? sign)
    .replace(/\s+/g, " ")
    .trim();
}
