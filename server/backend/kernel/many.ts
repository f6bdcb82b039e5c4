/** One command over several rows in one transaction: a row that refuses is named, the others are done. */
import { sql } from "drizzle-orm";
import type { z } from "zod";
import type { manyAnswer } from "~/contract/resource";
import { refusalText } from "./answers";
import type { Call } from "./call";

/** Ids go in order, so that two at once wait for one another instead of standing in each other's way. */
export async function many(
  call: Call,
  ids: readonly number[],
  work: (id: number) => Promise<unknown>,
): Promise<z.output<typeof manyAnswer>> {
  const refused: z.output<typeof manyAnswer>["refused"] = [];
  const all = [...new Set(ids)].sort((one, other) => one - other);
  for (const id of all) {
    await call.db.execute(sql`savepoint one_row`);
    try {
      await work(id);
      await call.db.execute(sql`release savepoint one_row`);
    } catch (error) {
      const message = refusalText(error);
      if (message === null) throw error;
      await call.db.execute(sql`rollback to savepoint one_row`);
      refused.push({ id, message });
    }
  }
  return { done: all.length - refused.length, refused };
}
