/** Ids of functions are drawn from a sequence: tests ask for one by its code. */
import type { FunctionCode } from "~/contract/menu-entry";
import type { TestBackend } from "./backend";

export async function functionId({ sql }: TestBackend, code: FunctionCode): Promise<number> {
  const [row] = await sql<{ id: number }>("select id::float8 as id from fun where key = $1", [code]);
  if (!row) throw new Error(`no function has the code ${code}`);
  return row.id;
}
