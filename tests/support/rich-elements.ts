/** The elements of HTML with their attributes, read by a parser of our own that is stricter than any filter. */
import { isRichAddress, richTextAttributes, richTextTags } from "~/contract/rich-text";

const attributes: Record<string, readonly string[]> = richTextAttributes;

/**
 * What of filtered HTML is not of the allow-list; none where it is as it must be. The text is read as a filter writes it:
 * tags in lower case, every attribute quoted, no sign of a tag anywhere else. Anything written otherwise is a finding.
 */
export function strayParts(html: string): string[] {
  const stray: string[] = [];
  const rest = html.replace(/<\/?([a-z]+)((?: [a-z-]+(?:="[^"<>]*")?)*) ?\/?>/g, (tag, name: string, inner: string) => {
    if (!richTextTags.includes(name)) stray.push(tag);
    for (const [, attribute = "", value = ""] of inner.matchAll(/ ([a-z-]+)(?:="([^"<>]*)")?/g)) {
      if (!attributes[name]?.includes(attribute)) stray.push(`${name} ${attribute}`);
      const isAddress = attribute === "href" || attribute === "src";
      if (isAddress && !isRichAddress(decoded(value))) stray.push(`${attribute}=${value}`);
    }
    return "";
  });
  if (/[<>]/.test(rest)) stray.push(rest.slice(0, 200));
  return stray;
}

function decoded(value: string): string {
  return value.replace(
    /&(amp|quot|lt|gt);/g,
    (sign) => ({ "&amp;": "&", "&quot;": '"', "&lt;": "<", "&gt;": ">" })[sign] ?? sign,
  );
}
