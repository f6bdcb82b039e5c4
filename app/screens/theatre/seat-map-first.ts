/**
 * Draws the map of a large area as soon as its part of the page has come, before the page's program. It stands in the page
 * behind the map (`first-script.server.ts`), reads what the map carries with it, and leaves a drawing that the
 * program takes over as it is. A module of the browser alone.
 */
import { draw, spaceOf, wholeScale } from "./seat-map-draw";
import { modelOf, statesOf } from "./seat-map-model";

/** What a map in the server's page carries: where the seats stand, who has them, and the colours of the zones. */
export interface CarriedMap {
  rows: Parameters<typeof modelOf>[0];
  taken: Parameters<typeof statesOf>[1];
  tints: Readonly<Record<string, string>>;
}

const here = document.currentScript;
const styles = here instanceof HTMLScriptElement ? here.dataset.styles : undefined;
// The page that the program takes over has its style sheets and nothing in their place, and that comes after `load`.
if (styles)
  addEventListener("load", () => {
    for (const link of document.querySelectorAll("link[data-late]")) link.removeAttribute("media");
    for (const one of document.querySelectorAll("[data-first-styles]")) one.remove();
    const secure = location.protocol === "https:" ? "; Secure" : "";
    // biome-ignore lint/suspicious/noDocumentCookie: the cookie store is not in every browser
    document.cookie = `${styles}; Path=/; Max-Age=2592000; SameSite=Lax${secure}`;
  });
const map = document.querySelector<HTMLElement>("[data-carried]");
// The page that the program takes over has no such script.
here?.remove();
const box = map?.querySelector<HTMLElement>(".seat-map-box");
const space = box?.firstElementChild;
const canvas = space?.firstElementChild;
if (map && box && space instanceof HTMLElement && canvas instanceof HTMLCanvasElement) {
  const { rows, taken, tints }: CarriedMap = JSON.parse(map.dataset.carried ?? "");
  map.hidden = false;
  const model = modelOf(rows);
  const scale = wholeScale(model, box);
  const { width, height } = spaceOf(model, scale);
  space.style.width = `${width}px`;
  space.style.height = `${height}px`;
  // Whoever takes the drawing over goes on with its scale, also where the page has become narrower by a scroll bar.
  space.dataset.scale = String(scale);
  const nothing = { chosen: new Set<number>(), focus: null, tintOf: (zone: string) => tints[zone] ?? "grey" };
  const seen = { scale, left: 0, top: 0, width: box.clientWidth, height: box.clientHeight };
  draw(canvas, { model, states: statesOf(model, taken), ...nothing }, seen);
}
