/**
 * What a large hall's page brings with it so that the hall is drawn as soon as the page has come: a script of ours, and on a
 * first visit the styles. In the page and not as requests, which would cost a trip each.
 */
import mainStyle from "~/styles/main.css?url";
import screenStyle from "~/styles/screens.css?url";
import styles from "./first.css?inline";
import seats from "./seat-map-first.ts?in-page";

/** What a page says in its HTML, at the place where the script is to run. */
const mark = '<template data-first="seats"></template>';

/** Names the style sheets of this version: what the browser says that it has, once a page of a hall has brought them. */
const version = [mainStyle, screenStyle].map((address) => /-([\w-]+)\.css$/.exec(address)?.[1] ?? "").join(".");
const kept = `console-styles=${version}`;

/** A page without the mark stays as it is. `cookie`: the request's. */
export function withFirstScript(html: string, nonce: string, cookie: string | null): string {
  const at = html.indexOf(mark);
  if (at < 0) return html;
  const after = at + mark.length;
  // In development the styles change while one looks, and have no version.
  const isFirst = version !== "." && !(cookie ?? "").split("; ").includes(kept);
  const told = isFirst ? ` data-styles="${kept}"` : "";
  const script = `<script nonce="${nonce}"${told}>${seats}</script>`;
  const drawn = html.slice(0, after) + script + html.slice(after);
  return isFirst ? withFirstStyles(drawn, nonce) : drawn;
}

const sheet = /<link rel="stylesheet"[^>]*>/g;

/** The style sheets come beside the page, and nothing waits for them; the script puts them in force once all are there. */
export function withFirstStyles(html: string, nonce: string): string {
  const end = html.indexOf("</head>");
  const head = html.slice(0, end);
  const late = head.replaceAll(sheet, (link) => link.replace("<link", '<link media="print" data-late=""'));
  const without = `<noscript data-first-styles="">${(head.match(sheet) ?? []).join("")}</noscript>`;
  return `${late}<style nonce="${nonce}" data-first-styles="">${styles}</style>${without}${html.slice(end)}`;
}
