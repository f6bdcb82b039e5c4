/** Pages whose scripts wait until the line is quiet: start.js lets them come. A file of its own, which the next page has. */
import start from "./start.js?url";

const parts = '<link rel="modulepreload"';
const program = / type="module" async(?:="")?>(?=import )/;

/** Takes what would load at once out of Remix's page. A page without scripts stays as it is. */
export function whenQuiet(html: string, nonce: string): string {
  const found = program.exec(html);
  if (!found) return html;
  const at = found.index;
  const waiting = `${html.slice(0, at)} type="text/plain">${html.slice(at + found[0].length)}`;
  // Beside the page's end: by then it has been shown.
  const end = waiting.lastIndexOf("</body>");
  const starts = `<script nonce="${nonce}" async fetchpriority="low" src="${start}"></script>`;
  return (waiting.slice(0, end) + starts + waiting.slice(end)).replaceAll(parts, "<link data-part");
}
