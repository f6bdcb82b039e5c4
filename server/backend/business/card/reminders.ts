/** Staff is told each morning of cards that end in 30 and in 7 days, and of cards that are lost for too long: of either kind of card. */
import { type SQL, sql } from "drizzle-orm";
import { addDays } from "~/contract/business-time";
import { remindedDays } from "~/contract/card/to-call";
import type { Message } from "~/contract/messages";
import type { Transaction } from "../../db/database";
import type { JobRun } from "../../jobs/kind";
import { businessDay, startOfDay } from "../../kernel/business-time";
import { notify } from "../../kernel/notify";
import { parameterOf } from "../../kernel/parameters";
import { rowsOf } from "../../kernel/rows";
import { type MailedCard, type MailedKind, mailHolders } from "./mail";

interface Told<I> {
  fun: string;
  title: (inputs: I, options?: Parameters<Message>[1]) => string;
  body: Message;
}

interface Reminders {
  kind: MailedKind;
  /** Marks the cards that come to a stage, and answers them as {@link toldOf} says. */
  end: (ask: Ending) => SQL;
  /** Marks those that were lost before a moment and were not told of since, and answers their ids. */
  lost: (before: SQL) => SQL;
  ending: Told<{ n: number; days: number }> & { link: (days: string) => string };
  /** In place of `ending` for cards that are not activated; `first`: the last day of the first of them to end. */
  idle?: {
    title: Told<{ n: number; days: number }>["title"];
    body: (inputs: { first: string }, options?: Parameters<Message>[1]) => string;
  };
  missing: Told<{ n: number; days: number }> & { link: string };
}

interface Ending {
  today: SQL;
  last: SQL;
  /** A lateral table `near` about the card `c`: the stage that it has come to. */
  near: SQL;
  /** What is written on the card `c` once it was told of. */
  mark: SQL;
}

/** Of the cards `told`, by their stage and whether they are activated: how many there are, and those whose holders gave an address. */
export const toldOf = sql`
  select stage, idle, min(valid_to)::text as first, count(*)::int as n,
         coalesce(json_agg(json_build_object('id', id, 'number', number, 'typeId', card_type_id, 'validTo', valid_to,
                                             'email', email, 'language', language)) filter (where email is not null), '[]') as holders
  from told
  group by stage, idle
  order by stage, idle
`;

/** One message a stage, however many cards (one more for those that are not activated): the list says which. A day that was missed is made good the next time. */
async function tellOfEnd(db: Transaction, now: Date, { kind, end, ending, idle: unused }: Reminders): Promise<number> {
  const day = businessDay(now);
  const today = sql`${day}::date`;
  const stages = sql.param([...remindedDays]);
  const due = await rowsOf<{ stage: number; idle: boolean; first: string; n: number; holders: MailedCard[] }>(
    db,
    end({
      today,
      last: sql`${addDays(day, Math.max(...remindedDays))}::date`,
      near: sql`lateral (select min(s) as stage from unnest(${stages}::int[]) s where s >= c.valid_to - ${today}) near`,
      mark: sql`c.valid_to::text || ' ' || near.stage`,
    }),
  );
  for (const { stage, idle, first, n, holders } of due) {
    const words = idle ? unused : undefined;
    await mailHolders(db, now, { kind, stage, holders });
    await notify(db, now, {
      to: { fun: ending.fun },
      kind: "expiry",
      title: (options) => (words ?? ending).title({ n, days: stage }, options),
      body: (options) => (words ? words.body({ first }, options) : ending.body({}, options)),
      link: ending.link(`${day}~${addDays(day, stage)}`),
    });
  }
  return due.reduce((sum, { n }) => sum + n, 0);
}

/** Once for each loss. Nothing is ended: what is on the card is its holder's. */
async function tellOfLoss(db: Transaction, now: Date, { lost, missing }: Reminders): Promise<number> {
  const days = Number(await parameterOf(db, "cardLostDays"));
  if (days === 0) return 0;
  const before = startOfDay(addDays(businessDay(now), -days));
  const told = await rowsOf(db, lost(sql`${before.toISOString()}::timestamptz`));
  if (told.length > 0)
    await notify(db, now, {
      to: { fun: missing.fun },
      kind: "expiry",
      title: (options) => missing.title({ n: told.length, days }, options),
      body: (options) => missing.body({}, options),
      link: missing.link,
    });
  return told.length;
}

/** What the job of a kind of card does. */
export const remindOf = (reminders: Reminders) => async (run: JobRun) => {
  const now = run.now();
  const rows = await run.write(
    async (db) => (await tellOfEnd(db, now, reminders)) + (await tellOfLoss(db, now, reminders)),
  );
  return { rows };
};
