/**
 * What the browser needs of the loaders to take a page over, as JSON inside it. Remix sends its own form of it, which numbers
 * every value (a tenth of a page's bytes as Brotli), and a script that no browser of ours needs told: entry.client knows it.
 */
import type { EntryContext } from "@remix-run/node";
import type { MenuGroup } from "./menu";
import { withoutEntries } from "./menu-on-page";

const opening = "window.__remixContext = ";
const menuOpening = '<nav class="sidebar" id="menu"';

/** JSON; `onMenu`: without what the menu's links say, for a page that has the menu. */
export interface PageState {
  whole: string;
  onMenu: string;
}

/** The state as JSON, taken from the page's stream; null where only Remix's own form can carry it. */
export function takeState(remix: EntryContext): PageState | null {
  const { loaderData, actionData, errors } = remix.staticHandlerContext;
  // A failure is an object of a class. The development server adds styles of its own.
  if (!import.meta.env.PROD || errors) return null;
  const state = asJson({ loaderData, actionData });
  if (state === null) return null;
  delete remix.serverHandoffStream;
  return { whole: state, onMenu: withoutMenu(state, loaderData.shell?.groups) };
}

/** The same text with a shorter list of groups in its place. */
export function withoutMenu(state: string, groups: readonly MenuGroup[] | undefined): string {
  if (!Array.isArray(groups)) return state;
  const [listed, short] = [JSON.stringify(groups), JSON.stringify(withoutEntries(groups))];
  return state.replace(`"groups":${listed}`, () => `"groups":${short}`);
}

/** Null where JSON would change a value without a word. */
export function asJson(state: unknown): string | null {
  try {
    return JSON.stringify(state, plain);
  } catch (error) {
    if (error instanceof NotPlain) return null;
    throw error;
  }
}

/** The state takes the place of the script that would have opened Remix's stream; pages without scripts stay as they are. */
export function withState(html: string, state: PageState | null): string {
  const at = state === null ? -1 : html.indexOf(opening);
  const start = html.lastIndexOf("<script", at);
  const end = html.indexOf("</script>", at);
  if (at === -1 || state === null) return html;
  const safe = (html.includes(menuOpening) ? state.onMenu : state.whole).replaceAll("<", "\\u003c");
  return `${html.slice(0, start)}<script type="application/json" id="state">${safe}${html.slice(end)}`;
}

class NotPlain extends Error {}

function plain(this: unknown, key: string, value: unknown): unknown {
  const own = (this as Record<string, unknown>)[key];
  if (typeof own === "object" && own !== null && !Array.isArray(own)) {
    const prototype = Object.getPrototypeOf(own);
    if (prototype !== Object.prototype && prototype !== null) throw new NotPlain(key);
  }
  if (typeof own === "bigint" || (typeof own === "number" && !Number.isFinite(own))) throw new NotPlain(key);
  return value;
}
