/** Groups of lockers: their list and form, and the picture of one. */
import { eq, sql } from "drizzle-orm";
import { lockerPicture, lockerGroup as resource } from "~/contract/locker/group";
import { m } from "~/contract/messages";
import { dependsOn } from "../../kernel/depends-on";
import { dictionariesOf } from "../../kernel/dictionaries";
import { NotFound } from "../../kernel/refusal";
import { serveResource } from "../../kernel/resource";
import { type Call, serve } from "../../kernel/served";
import { parkReference } from "../ticket/park";
import { lockerBox, lockerGroup } from "./schema";

dependsOn("park", { table: lockerGroup, by: lockerGroup.parkId, name: lockerGroup.name, words: m.locker_in_park });

export const groupReference = { table: lockerGroup, name: lockerGroup.name, status: lockerGroup.status };

export const groupServed = [
  ...serveResource(resource, {
    table: lockerGroup,
    references: { parkId: parkReference },
  }),
  serve(lockerPicture, async (call, { id }) => {
    const [group] = await call.db.select().from(lockerGroup).where(eq(lockerGroup.id, id));
    if (!group) throw new NotFound();
    const { id: boxId, number, size, status, dueAt } = lockerBox;
    const overdue = sql<boolean>`coalesce(${dueAt} < ${call.now.toISOString()}::timestamptz, false)`;
    const boxes = await call.db
      .select({ id: boxId, number, size, status, overdue })
      .from(lockerBox)
      .where(eq(lockerBox.lockerGroupId, id))
      .orderBy(sql`length(${number})`, number);
    return {
      id,
      name: group.name,
      boxes,
      sizes: await wordsOf(call, "lockerSize"),
      states: await wordsOf(call, "lockerState"),
    };
  }),
];

async function wordsOf({ db, locale }: Call, dictionary: string): Promise<Record<string, string>> {
  const { [dictionary]: items = [] } = await dictionariesOf(db, [dictionary], locale);
  return Object.fromEntries(items.map(({ value, label }) => [value, label]));
}
