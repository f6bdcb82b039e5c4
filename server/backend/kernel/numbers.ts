/** Numbers that people read, like OD20261120000123: per corp, kind and business day, without gaps. */
import { prepared } from "./prepared";
import type { Call } from "./served";

const businessDay = (moment: Date) => new Date(moment.getTime() + 8 * 3_600_000).toISOString().slice(0, 10);

/** Takes `count` numbers at once and answers the first; the row stays locked until the transaction ends. */
export async function nextSequence({ db }: Pick<Call, "db">, kind: string, period: string, count = 1): Promise<number> {
  const [row] = await prepared<{ value: number }>(db, take, [kind, period, count]);
  return (row?.value ?? count) - count + 1;
}

const take = `
  insert into counter (kind, period, value) values ($1, $2, $3)
  on conflict (corp_code, kind, period) do update set value = counter.value + $3
  returning value
`;

/** The next number of a kind: `OD` gives OD20261120000123. */
export async function nextNumber(call: Pick<Call, "db" | "now">, kind: string): Promise<string> {
  const day = businessDay(call.now).replaceAll("-", "");
  return `${kind}${day}${String(await nextSequence(call, kind, day)).padStart(6, "0")}`;
}
