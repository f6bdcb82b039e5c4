/** Removes temporary files that nothing came to hold within a day; also what an earlier sweep left half done. */
import { sql } from "drizzle-orm";
import { logFailure } from "../kernel/answers";
import { thumbnailKey } from "./thumbnail";
import type { FileService } from "./upload";

export const keepHours = 24;
const every = 3_600_000;
const atOnce = 200;

/** Answers how many files went. Several servers may sweep at once: marking takes the rows' locks. */
export async function sweep({
  database,
  store,
  now,
}: Pick<FileService, "database" | "store" | "now">): Promise<number> {
  const marked = await database.system(async (tx) => {
    const { rows } = await tx.execute<{ path: string }>(sql`
      update stored_file f
      set state = 'gone'
      where f.path in (
        select path from stored_file
        where state <> 'kept' and since < ${now()}::timestamptz - make_interval(hours => ${keepHours})
        order by since
        limit ${atOnce}
      )
      and f.state <> 'kept'
      and not exists (select from file_use u where u.corp_code = f.corp_code and u.path = f.path)
      returning f.path
    `);
    return rows.map(({ path }) => path);
  });
  let gone = 0;
  for (const path of marked) {
    try {
      await store.remove(path.slice(1));
      await store.remove(thumbnailKey(path));
      await database.system((tx) => tx.execute(sql`delete from stored_file where path = ${path} and state = 'gone'`));
      gone += 1;
    } catch (error) {
      // The next sweep tries again.
      logFailure("warn", error, "sweep");
    }
  }
  return gone;
}

/** Starts the timer; the answer stops it. */
export function sweepEveryHour(service: FileService): () => void {
  const timer = setInterval(() => {
    sweep(service).catch((error: unknown) => logFailure("warn", error, "sweep"));
  }, every);
  timer.unref();
  return () => clearInterval(timer);
}
