/** The address of a company's list (`?type=7&file=…`): the type that is sold, and the file that was sent. */
import { isFilePath } from "~/contract/files";

const idOf = (text: string | null) => (text && /^[1-9]\d{0,14}$/.test(text) ? Number(text) : undefined);

/** What the address asks for; a file that is none is "". */
export function askedOf(request: Request): { cardTypeId: number | undefined; file: string } {
  const query = new URL(request.url).searchParams;
  const file = query.get("file") ?? "";
  return { cardTypeId: idOf(query.get("type")), file: isFilePath(file) ? file : "" };
}

/** The address of a page for a type and a file. */
export const addressOf = (path: string, type: number | undefined, file = ""): string =>
  `${path}?${new URLSearchParams({ ...(type && { type: String(type) }), ...(file && { file }) })}`;

/** The type that was asked for; of a single one it need not be asked for. */
export const chosenOf = <T extends { id: number }>(types: readonly T[], cardTypeId: number | undefined): T | null =>
  types.find(({ id }) => id === cardTypeId) ?? (types.length === 1 ? (types[0] ?? null) : null);

/** Fen in a hidden field; undefined where it is none. */
export const fenIn = (text = ""): number | undefined => (/^\d{1,12}$/.test(text) ? Number(text) : undefined);
