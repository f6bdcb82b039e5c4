/** Scripts of ours that run where they stand in the page, before its program: in it and not a request, which would cost a trip. */
import seats from "./seat-map-first.ts?in-page";

/** What a page says in its HTML, at the place where the script is to run. */
const mark = '<template data-first="seats"></template>';

/** A page without the mark stays as it is. */
export function withFirstScript(html: string, nonce: string): string {
  const at = html.indexOf(mark);
  if (at < 0) return html;
  const after = at + mark.length;
  return `${html.slice(0, after)}<script nonce="${nonce}">${seats}</script>${html.slice(after)}`;
}
