/** `…?in-page`: a module of the browser with all that it imports as the text of one small script, for the page itself. */
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import type { Plugin } from "vite";

const query = "?in-page";

export function scriptsInPage(): Plugin {
  return {
    name: "scripts-in-page",
    enforce: "pre",
    async load(id) {
      if (!id.endsWith(query)) return null;
      const { outputFiles, metafile } = await build({
        absWorkingDir: fileURLToPath(new URL("..", import.meta.url)),
        entryPoints: [id.slice(0, -query.length)],
        ...{ bundle: true, minify: true, format: "iife", target: "es2022", tsconfig: "tsconfig.json" },
        ...{ write: false, metafile: true, logLevel: "warning" },
      });
      for (const file of Object.keys(metafile.inputs))
        this.addWatchFile(fileURLToPath(new URL(`../${file}`, import.meta.url)));
      // Within a page it must not end the element that it stands in.
      const text = (outputFiles[0]?.text ?? "").trim().replaceAll("</script", "<\\/script");
      return { code: `export default ${JSON.stringify(text)};`, map: null };
    },
  };
}
