import type { ConsoleContext } from "./contract/context";

declare module "@remix-run/server-runtime" {
  interface AppLoadContext extends ConsoleContext {}
}
