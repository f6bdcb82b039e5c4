/** What somebody should look at, on the wall: parks near their limit, gates away, work that failed, contracts that end. */
import { m } from "~/contract/messages";
import type { AnswerOf } from "~/contract/method";
import type { dataCentre } from "~/contract/report/data-centre";
import { headOffice } from "~/contract/wire";
import { failedJobs } from "../../jobs/failed-jobs";
import type { Call } from "../../kernel/served";
import { type EndingTenant, endingTenants } from "../platform/tenant/ending";
import type { ParkLoad } from "../ticket/park-loads";
import { levelOf } from "../ticket/rules/capacity";
import { gatesAway } from "../ticket/silent-gates";

type Wall = AnswerOf<typeof dataCentre>;
type Load = Wall["loads"][number];
type Alarm = Wall["alarms"][number];

/** The worst first; of the corps of the wall alone, by their names. As the owner, or under the role of `asGroup`. */
export async function alarmsOf({ db, caller }: Call, parks: readonly Load[], names: ReadonlyMap<string, string>) {
  const of = (rows: { corpCode: string; n: number }[], says: (inputs: { n: number }) => string): Alarm[] =>
    rows.flatMap(({ corpCode, n }) => {
      const corp = names.get(corpCode);
      return corp === undefined ? [] : [{ corp, says: says({ n }), bad: false }];
    });
  const alarms = [
    ...parks.filter(({ level }) => level !== "calm").map(fullAlarm),
    ...of(await gatesAway(db), m.wall_gates_away),
    ...of(await failedJobs(db), m.wall_jobs_failed),
    // Contracts are between a tenant and the platform.
    ...(caller.corpCode === headOffice ? (await endingTenants(db)).map(endingAlarm) : []),
  ];
  return alarms.sort((one, other) => Number(other.bad) - Number(one.bad));
}

/** A park with a limit, and how near it is. */
export function limitedOf({ dayMax, momentMax, warnAt, park, people, inside }: ParkLoad, corp: string): Load[] {
  if (dayMax === null || momentMax === null) return [];
  const levels = [levelOf(people, dayMax, warnAt), ...(inside === null ? [] : [levelOf(inside, momentMax, warnAt)])];
  const level = (["full", "near", "calm"] as const).find((one) => levels.includes(one)) ?? "calm";
  return [{ corp, park, people, dayMax, inside, momentMax, level }];
}

export const shareOf = ({ people, dayMax, inside, momentMax }: Load) =>
  Math.max(people / dayMax, inside === null ? 0 : inside / momentMax);

function fullAlarm({ corp, park, people, dayMax, inside, momentMax, level }: Load): Alarm {
  const isInside = inside !== null && inside / momentMax > people / dayMax;
  const [n, max] = isInside ? [inside, momentMax] : [people, dayMax];
  const percent = Math.floor((n * 100) / max);
  const says = isInside ? m.wall_inside({ park, n, max, percent }) : m.wall_day({ park, n, max, percent });
  return { corp, says, bad: level === "full" };
}

function endingAlarm({ name: corp, standing, day }: EndingTenant): Alarm {
  if (standing === "warned") return { corp, says: m.wall_tenant_ends({ day }), bad: false };
  return { corp, says: standing === "shut" ? m.wall_tenant_shut({ day }) : m.wall_tenant_reads({ day }), bad: true };
}
