/** The allow-list in the browser: what is pasted or typed is rebuilt of what may stay. The server filters again. */
import { isRichAddress, isSafeAttribute, richTextAttributes, richTextTags } from "~/contract/rich-text";

const renamed: Record<string, string> = { b: "strong", h1: "p", h2: "p", h3: "p", h4: "p", li: "p", blockquote: "p" };
const dropped = new Set([
  "script",
  "style",
  "template",
  "noscript",
  "iframe",
  "object",
  "title",
  "head",
  "svg",
  "math",
]);
const attributes: Record<string, readonly string[]> = richTextAttributes;

/** HTML of the allowed part. Nothing runs while it is read. */
export function allowedHtml(html: string): string {
  const source = new DOMParser().parseFromString(html, "text/html");
  const target = document.implementation.createHTMLDocument("").createElement("div");
  for (const node of source.body.childNodes) copy(node, target);
  return target.innerHTML;
}

function copy(node: Node, into: Element): void {
  if (node.nodeType === Node.TEXT_NODE) into.append(node.textContent ?? "");
  if (!(node instanceof Element)) return;
  const name = node.localName;
  if (dropped.has(name)) return;
  const tag = renamed[name] ?? name;
  const made = richTextTags.includes(tag) ? into.ownerDocument.createElement(tag) : null;
  if (made) {
    for (const attribute of attributes[tag] ?? []) {
      const value = node.getAttribute(attribute);
      if (value !== null && isSafeAttribute(attribute, value)) made.setAttribute(attribute, value);
    }
    // Without its file a picture or sound shows nothing.
    if ((tag === "img" || tag === "audio") && !made.hasAttribute("src")) return;
    into.append(made);
  }
  for (const child of node.childNodes) copy(child, made ?? into);
}

/** An address as people type it; null where it is none that may be linked. */
export function linkAddress(typed: string): string | null {
  const text = typed.trim();
  if (text === "") return null;
  if (isRichAddress(text)) return text;
  return /^[\w-]+(\.[\w-]+)+(\/|$|:\d)/.test(text) ? `https://${text}` : null;
}
