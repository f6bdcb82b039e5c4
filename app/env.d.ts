import type { ConsoleContext } from "./contract/context";

declare module "@remix-run/server-runtime" {
  interface AppLoadContext extends ConsoleContext {}
}

/** The address of a script of its own, built apart from the pages. */
declare module "*?worker&url" {
  const address: string;
  export default address;
}

/** A file's text. */
declare module "*?raw" {
  const text: string;
  export default text;
}
