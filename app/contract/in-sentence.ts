/** A heading as it stands within one: "Edit ticket type", "New POS". Without case, as in Chinese, nothing changes. */
export function inSentence(title: string): string {
  return /^\p{Lu}\p{Ll}/u.test(title) ? title.charAt(0).toLowerCase() + title.slice(1) : title;
}
