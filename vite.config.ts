import { fileURLToPath } from "node:url";
import { vitePlugin as remix } from "@remix-run/dev";
import { defineConfig } from "vite";
import options from "./remix.config.js";

/** Every file is a request: what all pages need comes in two, the libraries and the shell; crumbs join another file. */
function manualChunks(id: string): string | undefined {
  if (/node_modules\/(react|react-dom|scheduler|react-router|react-router-dom|turbo-stream|@remix-run)\//.test(id))
    return "vendor";
  if (/node_modules\/@mantine\/core\/esm\/core\//.test(id)) return "vendor";
  // Words need it and the shell needs words: with the shell it would make a circle.
  if (/\/app\/i18n\/generated\/(runtime|registry)/.test(id)) return "vendor";
  if (/\/app\/(shell|contract)\/[^?]+$|\/app\/i18n\/generated\/messages\/(shell|flash|error|product)_/.test(id))
    return "shell";
  // Else they all follow the module that names them into the shell's file, and every first page brings every screen's.
  const words = /\/app\/i18n\/generated\/messages\/([a-z]+)_/.exec(id)?.[1];
  if (words && /^(auth|login|password|captcha|lock)$/.test(words)) return "words-sign-in";
  if (words && /^(engine|forms|lists|files|imports|exports|jobs|v|r|ops)$/.test(words)) return "words-engine";
  if (words && !/^(tabs|home|workbench|search|message|frames)$/.test(words)) return "words-screens";
  return undefined;
}

declare module "@remix-run/server-runtime" {
  // Loader data is typed as single fetch sends it.
  interface Future {
    v3_singleFetch: true;
  }
}

export default defineConfig(({ isSsrBuild }) => ({
  plugins: [remix(options)],
  resolve: {
    alias: {
      "~": fileURLToPath(new URL("./app", import.meta.url)),
    },
  },
  ssr: {
    // dayjs has no exports map: Node does not find its plugins by their short names.
    noExternal: ["dayjs"],
  },
  build: {
    target: "es2022",
    // The policy of the pages has no data: addresses, so everything is a file.
    assetsInlineLimit: 0,
    // One style sheet for all pages but sign-in: the second page finds it in the cache.
    cssCodeSplit: true,
    reportCompressedSize: false,
    rollupOptions: {
      output: isSsrBuild ? {} : { manualChunks, experimentalMinChunkSize: 8_000 },
    },
  },
}));
