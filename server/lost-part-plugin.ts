/**
 * A route's file that does not come: Remix loads the whole page anew, which without a line is the browser's own error page
 * over what was typed. In the build it is asked for by the line (app/line/this-line.ts) instead.
 */
import type { Plugin } from "vite";

const wanted = "await import( /* webpackIgnore: true */route.module)";
const instead = "await (window.__bring ?? ((load) => load()))(() => import(/* @vite-ignore */ route.module))";

export function lostParts(): Plugin {
  return {
    name: "lost-parts",
    apply: "build",
    transform(code, id) {
      if (!/@remix-run[/\\]react[/\\]dist[/\\]esm[/\\]routeModules\.js$/.test(id)) return null;
      if (!code.includes(wanted)) this.error("Remix loads its routes otherwise now: see server/lost-part-plugin.ts");
      return { code: code.replace(wanted, instead), map: null };
    },
  };
}
