/** Personal data of one person, who asked for them to be destroyed: what there is, what stands in the way, and the end of it. */
import { sql } from "drizzle-orm";
import { m } from "~/contract/messages";
import { mostOfPerson, personalPerson, personalPersonErase } from "~/contract/platform/personal-person";
import { leastDays } from "~/contract/platform/personal-purposes";
import { businessDay } from "../../kernel/business-time";
import { type Asked, erasePerson, type FoundOf, findPerson, type PlacesOfPeople } from "../../kernel/personal-asked";
import { Refusal } from "../../kernel/refusal";
import { type Call, type Served, serve } from "../../kernel/served";
import { refuseScoped } from "./personal-data";

export const personServed = (places: PlacesOfPeople): Served[] => [
  serve(personalPerson, async (call, asked) => {
    refuseScoped(call);
    return tell(await look(call, places, asked, false));
  }),
  serve(personalPersonErase, async (call, { records, sure: _, ...asked }) => {
    refuseScoped(call);
    const found = await look(call, places, asked, true);
    const told = tell(found);
    if (told.records === 0) throw new Refusal(m.personal_person_none());
    const [first] = told.stands;
    if (first) throw new Refusal(m.personal_person_stands({ what: first.what, n: first.records }));
    if (told.kinds.some(({ more }) => more)) throw new Refusal(m.personal_person_many({ n: mostOfPerson }));
    if (told.records !== records) throw new Refusal(m.personal_person_changed());
    const { db, now, secrets, caller } = call;
    const taken = await erasePerson(db, found, places, asked, { now, secrets, corpCode: caller.corpCode });
    for (const { purpose, table, rows } of taken)
      await db.execute(sql`
        insert into personal_erasure_log (at, purpose, of_table, rows) values (${now}, ${purpose}, ${table}, ${rows})
      `);
    const kinds = Object.fromEntries(found.map(({ table, ids }) => [table, ids.length]));
    call.audit({
      ...{ thing: "personalData", thingId: 0, label: m.personal_person() },
      after: { records: told.records, ...kinds },
    });
    return { records: told.records };
  }),
];

const look = (call: Call, places: PlacesOfPeople, asked: Asked, locks: boolean) =>
  findPerson(call.db, places, asked, {
    ...{ now: call.now, today: businessDay(call.now), least: leastDays },
    ...{ most: mostOfPerson, locks },
  });

function tell(found: readonly FoundOf[]) {
  const kinds = found.flatMap(({ data, beside, ids, within }) => {
    if (!data) return [];
    const records = Math.min(ids.length, mostOfPerson);
    const what = beside ? m.personal_beside({ what: data.what() }) : data.what();
    return [{ what, records, within, least: leastDays(data.purpose), more: ids.length > mostOfPerson }];
  });
  // Who is the first of several holders is found in two tables: it is one card.
  const stands = new Map<string, { what: string; records: number; numbers: string[] }>();
  for (const { stands: says, open } of found) {
    const what = open.records > 0 && says ? says() : "";
    if (what !== "" && !stands.has(what)) stands.set(what, { what, ...open });
  }
  return {
    kinds,
    stands: [...stands.values()],
    records: found.reduce((sum, { ids }) => sum + ids.length, 0),
  };
}
