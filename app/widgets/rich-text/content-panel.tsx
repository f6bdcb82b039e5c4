/** Specification 2.7: shows rich text. `html` comes from richText() of rich-text.server.ts and from nowhere else. */
export function ContentPanel({ html }: { html: string }) {
  // biome-ignore lint/security/noDangerouslySetInnerHtml: filtered by rich-text.server.ts
  return <div className="rich-content" dangerouslySetInnerHTML={{ __html: html }} />;
}
