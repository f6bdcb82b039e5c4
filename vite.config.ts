import { fileURLToPath } from "node:url";
import { vitePlugin as remix } from "@remix-run/dev";
import { defineConfig, type Rollup } from "vite";
import options from "./remix.config.js";
import { scriptsInPage } from "./server/in-page-plugin";
import { lostParts } from "./server/lost-part-plugin";
import { messagesOneByOne } from "./server/words-plugin";

/** Every file is a request: what all pages need comes in two, the libraries and the shell; what all lists need, in one more. */
const places: [chunk: string, files: RegExp][] = [
  ["vendor", /node_modules\/(react|react-dom|scheduler|react-router|react-router-dom|turbo-stream|@remix-run)\//],
  ["vendor", /node_modules\/@mantine\/core\/esm\/core\//],
  // Words need it and the shell needs words: with the shell it would make a circle.
  ["vendor", /\/app\/i18n\/generated\/(runtime|registry)/],
  ["vendor", /vite\/preload-helper/],
  [
    "shell",
    /\/app\/((shell|line)\/[^?]+|contract\/(?!files|rich-text|platform)[^?]+|root\.tsx)$|\/app\/widgets\/(hydrated|link)\./,
  ],
  [
    "inputs",
    /node_modules\/(@mantine\/core\/esm|@babel|react-textarea-autosize|use-composed-ref|use-latest|use-isomorphic)/,
  ],
  [
    "list",
    /\/app\/resource\/parts\/(ask|edit-cell|filter-form|grid|list-frame|memory-panels|pager|print-view|selection-bar)|\/app\/(widgets\/(cell|state-badge|table-frame)|form\/(day-range-picker|form-notice))\./,
  ],
];
const message = /\/app\/i18n\/generated\/messages\/([a-z]+)_/;

/** A message goes with who says it; those of several files go together by subject, since a file each would cost more. */
function manualChunks(id: string, { getModuleInfo }: Rollup.ManualChunkMeta): string | undefined {
  const placeOf = (file: string) => places.find(([, files]) => files.test(file))?.[0];
  const subject = message.exec(id)?.[1];
  if (!subject) return placeOf(id);
  const sayers = (getModuleInfo(id)?.importers ?? []).filter((file) => !file.endsWith("_index.js"));
  const chunks = sayers.map(placeOf);
  if (chunks.includes("shell")) return "shell";
  if (chunks.includes("list")) return "list";
  return sayers.length > 1 ? `words-${subject}` : undefined;
}

declare module "@remix-run/server-runtime" {
  // Loader data is typed as single fetch sends it.
  interface Future {
    v3_singleFetch: true;
  }
}

export default defineConfig(({ isSsrBuild }) => ({
  plugins: [messagesOneByOne(), scriptsInPage(), lostParts(), remix(options)],
  resolve: {
    alias: {
      "~": fileURLToPath(new URL("./app", import.meta.url)),
    },
  },
  ssr: {
    // dayjs has no exports map: Node does not find its plugins by their short names. Of Mantine's hundred components
    // pages use six: bundled, the others are not loaded at every start.
    noExternal: ["dayjs", /^@mantine\//],
  },
  build: {
    target: "es2022",
    // The policy of the pages has no data: addresses, so everything is a file.
    assetsInlineLimit: 0,
    // One style sheet for all pages but sign-in: the second page finds it in the cache.
    cssCodeSplit: true,
    reportCompressedSize: false,
    rollupOptions: {
      output: isSsrBuild ? {} : { manualChunks },
    },
  },
}));
