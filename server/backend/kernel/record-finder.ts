/** Finders of records that are shown alike: a name or number, what tells it from others, and the way to its page. */
import { type SQL, sql } from "drizzle-orm";
import type { AnyResource } from "~/contract/resource";
import { dictionariesOf } from "./dictionaries";
import type { Finder, Found } from "./finder";
import { rowsOf } from "./rows";

/** What tells a record from others: a column as it is, a value of a dictionary, or one that is said in words. */
type Hint = SQL | { value: SQL; dictionary: string } | { value: SQL; words: (value: string) => string };

interface Records extends Pick<Finder, "title" | "funs" | "thing" | "match"> {
  /** The table under a letter, and what has to be joined; the letter names the records' own. */
  from: SQL;
  letter: string;
  name: SQL;
  hints: readonly Hint[];
  /** What else the caller's own list asks of its rows. */
  where?: SQL;
  /** Latest first unless said. */
  order?: SQL;
  to: (one: Pick<Found, "id" | "name">) => string;
}

/** What a resource says of its records. */
export const recordsOf = ({ title, fun, thing, path }: Pick<AnyResource, "title" | "fun" | "thing" | "path">) => ({
  ...{ title, funs: [fun], thing, to: ({ id }: Pick<Found, "id">) => `${path}/${id}` },
});

export function finderOf({ letter, from, name, hints, where, order, to, ...about }: Records): Finder {
  const id = sql.raw(`${letter}.id`);
  const values = hints.map((hint) => sql`(${"value" in hint ? hint.value : hint})::text`);
  const dictionaries = hints.flatMap((hint) => ("dictionary" in hint ? [hint.dictionary] : []));
  return {
    ...about,
    id,
    async read(call, fitting, most) {
      const rows = await rowsOf<{ id: number; name: string; said: (string | null)[] }>(
        call.db,
        sql`
          select ${id}::float8 as id, ${name} as name, json_build_array(${sql.join(values, sql`, `)}) as said
          from ${from}
          where ${sql.raw(letter)}.corp_code = current_setting('app.corp_code')
            and ${fitting}
            and ${where ?? sql`true`}
          order by ${order ?? sql`${id} desc`}
          limit ${most}
        `,
      );
      if (rows.length === 0) return [];
      const items = await dictionariesOf(call.db, dictionaries, call.locale);
      const told = (hint: Hint, value: string | null) => {
        if (value === null || value === "") return "";
        if ("dictionary" in hint) return items[hint.dictionary]?.find((one) => one.value === value)?.label ?? "";
        return "words" in hint ? hint.words(value) : value;
      };
      return rows.map(({ said, ...one }) => ({
        ...one,
        hint: hints.flatMap((hint, place) => told(hint, said[place] ?? null) || []).join(" · "),
        to: to(one),
      }));
    },
  };
}
