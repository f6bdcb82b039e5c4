/** Options of the Remix Vite plugin; vite.config.ts imports them. */

/** @type {import("@remix-run/dev").VitePluginConfig} */
export default {
  appDirectory: "app",
  // server/build.mjs makes a build beside the one that is there.
  buildDirectory: process.env.BUILD_DIRECTORY ?? "build",
  serverBuildFile: "index.js",
  serverModuleFormat: "esm",
  // Routes stand in app/routes.ts and nowhere else.
  ignoredRouteFiles: ["**/*"],
  future: {
    v3_fetcherPersist: true,
    v3_relativeSplatPath: true,
    v3_throwAbortReason: true,
    v3_routeConfig: true,
    v3_singleFetch: true,
    v3_lazyRouteDiscovery: false,
  },
};
