/** Methods on stored files. */
import { and, eq, inArray, ne } from "drizzle-orm";
import { m } from "~/contract/messages";
import { describeFiles, keepFiles } from "~/contract/platform/stored-file";
import { Refusal } from "../kernel/refusal";
import { type Served, serve } from "../kernel/served";
import { readableFiles, readerOf } from "./read-rights";
import { storedFile } from "./schema";

export const fileServed: Served[] = [
  serve(describeFiles, async (call, { paths }) => {
    const files = await readableFiles(readerOf(call), paths);
    return files.map(({ path, name, size }) => ({ path, name, size }));
  }),
  serve(keepFiles, async ({ db, now, caller }, { paths }) => {
    const wanted = [...new Set(paths)];
    const kept = await db
      .update(storedFile)
      .set({ state: "kept", since: now })
      .where(
        and(inArray(storedFile.path, wanted), eq(storedFile.accountId, caller.userId), ne(storedFile.state, "gone")),
      )
      .returning({ path: storedFile.path });
    if (kept.length < wanted.length) throw new Refusal(m.files_missing());
    return wanted;
  }),
];
