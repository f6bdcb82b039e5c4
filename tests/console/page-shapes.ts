/** Pages below a list, as nouns have them: for the list of which functions open which address. */

/** Pages of a noun below its list. */
export const reading = ["", "/export", "/options", "/:id"];
export const changing = [...reading, "/:id/edit"];
export const writing = [...changing, "/new", "/:id/remove"];
export const importing = [...writing, "/import", "/import/template", "/import/:id", "/import/:id/errors"];
/** Commands of a row: of nouns that are suspended and resumed. */
export const switching = ["/:id/suspend", "/:id/resume"];
/** Steps of a bill of the stock. */
const steps = ["submit", "withdraw", "approve", "reject", "post", "reverse"];
export const stockBill = [...writing, ...steps.map((step) => `/:id/${step}`)];
/** With a form at an address of its own. */
export const formElsewhere = importing.filter((below) => below !== "/new" && below !== "/:id/edit");

/** Codes of functions of which any opens a page; null: any account that is signed in. */
export type Opening = readonly string[] | null;

/** Pages below a list that its function opens. */
export const openedBy = (list: string, code: string, pages: readonly string[]): [string, Opening][] =>
  pages.map((below) => [list + below, [code]]);
