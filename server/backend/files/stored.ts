/** Methods on stored files. */
import { and, inArray, ne } from "drizzle-orm";
import { m } from "~/contract/messages";
import { describeFiles, keepFiles } from "~/contract/platform/stored-file";
import { Refusal } from "../kernel/refusal";
import { type Served, serve } from "../kernel/served";
import { storedFile } from "./schema";

export const fileServed: Served[] = [
  serve(describeFiles, async ({ db }, { paths }) => {
    if (paths.length === 0) return [];
    return db
      .select({ path: storedFile.path, name: storedFile.name, size: storedFile.size })
      .from(storedFile)
      .where(and(inArray(storedFile.path, paths), ne(storedFile.state, "gone")));
  }),
  serve(keepFiles, async ({ db, now }, { paths }) => {
    const wanted = [...new Set(paths)];
    const kept = await db
      .update(storedFile)
      .set({ state: "kept", since: now })
      .where(and(inArray(storedFile.path, wanted), ne(storedFile.state, "gone")))
      .returning({ path: storedFile.path });
    if (kept.length < wanted.length) throw new Refusal(m.files_missing());
    return wanted;
  }),
];
