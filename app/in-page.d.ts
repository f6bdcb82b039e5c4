/** A module with all that it imports as the text of one script (server/in-page-plugin.ts). */
declare module "*?in-page" {
  const text: string;
  export default text;
}
