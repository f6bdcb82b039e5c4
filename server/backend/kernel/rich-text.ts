/** Rich text as it may be kept: the allow-list of specification 5 on the way in. It is applied again on the way out. */
import sanitizeHtml from "sanitize-html";
import { richTextFilter } from "~/contract/rich-text";

/** Line breaks and all that is plain text stay; anything outside the list is gone. */
export function allowedRichText(text: string): string {
  return sanitizeHtml(text, richTextFilter).trim();
}
