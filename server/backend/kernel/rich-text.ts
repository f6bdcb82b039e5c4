/** Rich text as it may be kept: the allow-list of specification 5 on the way in. It is applied again on the way out. */
import sanitizeHtml from "sanitize-html";
import { richTextFilter } from "~/contract/rich-text";

/** Line breaks and all that is plain text stay; anything outside the list is gone. */
export function allowedRichText(text: string): string {
  return sanitizeHtml(text, richTextFilter).trim();
}

const entities: Readonly<Record<string, string>> = { lt: "<", gt: ">", quot: '"', "#39": "'", nbsp: " ", amp: "&" };

/** Its words alone, a line a paragraph: for a mail. */
export function plainText(text: string): string {
  const lines = text.replace(/<br\s*\/?>|<\/(?:p|div|li|tr|h[1-6]|blockquote)>/gi, "\n");
  return sanitizeHtml(lines, { allowedTags: [], allowedAttributes: {} })
    .replace(/&(lt|gt|quot|#39|nbsp|amp);/g, (_, name: string) => entities[name] ?? "")
    .replaceAll("\u00a0", " ")
    .replace(/\n{3,}/g, "\n\n")
    .trim();
}
