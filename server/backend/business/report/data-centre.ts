/** The wall: sums of what the businesses' ledgers say, over all tenants for head office, over its members for a group. */
import { m } from "~/contract/messages";
import type { AnswerOf } from "~/contract/method";
import { dataCentre, wallDays, wallParks } from "~/contract/report/data-centre";
import { headOffice } from "~/contract/wire";
import { failedJobs } from "../../jobs/failed-jobs";
import { asGroup } from "../../kernel/as-group";
import { asCaller } from "../../kernel/as-owner";
import { addDays, businessDay } from "../../kernel/business-time";
import { parameterOfCorp } from "../../kernel/parameters";
import { prepared } from "../../kernel/prepared";
import { Forbidden } from "../../kernel/refusal";
import { type Call, type Served, serve } from "../../kernel/served";
import { takingsSince } from "../order/takings";
import { openCorps } from "../platform/parameter";
import { type EndingTenant, endingTenants } from "../platform/tenant/ending";
import { admissionsSince } from "../ticket/admissions";
import { type ParkLoad, parkLoads } from "../ticket/park-loads";
import { levelOf } from "../ticket/rules/capacity";
import { gatesAway } from "../ticket/silent-gates";

const none = { sales: 0, refunds: 0, payments: 0, admissions: 0 };
type Figures = typeof none;

const serveWall = serve(
  dataCentre,
  async (call, { more }) => {
    const corps = await corpsFor(call);
    const days = lastDays(call.now);
    const [first = ""] = days;
    const byDay = new Map(days.map((day) => [day, { ...none }]));
    const today = days.at(-1) ?? "";
    const byCorp = new Map(corps.map(({ corpCode }) => [corpCode, { ...none }]));
    const rows = await rowsFor(call, first);
    for (const row of rows) {
      add(byDay.get(row.day), row);
      if (row.day === today) add(byCorp.get(row.corpCode), row);
    }
    return {
      day: today,
      days: days.map((day) => ({ day, ...(byDay.get(day) ?? none) })),
      corps: corps
        .map(({ corpCode, name }) => ({ corpCode, name, ...(byCorp.get(corpCode) ?? none) }))
        .sort((one, other) => other.sales - one.sales),
      ...(more && seesAll(call) ? await moreOf(call, corps) : { loads: [], alarms: [], provinces: [] }),
    };
  },
  { asOwner: true },
);

const seesAll = ({ caller }: Call): boolean => caller.corpCode === headOffice && caller.scope === null;

type Corps = Awaited<ReturnType<typeof corpsFor>>;
type More = Pick<AnswerOf<typeof dataCentre>, "loads" | "alarms" | "provinces">;

async function moreOf(call: Call, corps: Corps): Promise<More> {
  const names = new Map(corps.map(({ corpCode, name }) => [corpCode, name]));
  const open = <T extends { corpCode: string }>(rows: T[]) => rows.filter(({ corpCode }) => names.has(corpCode));
  const nameOf = (corpCode: string) => names.get(corpCode) ?? corpCode;
  const parks = open(await parkLoads(call.db, call.now));
  const limited = parks.flatMap((park) => limitedOf(park, nameOf(park.corpCode)));
  const tenants = await endingTenants(call.db);
  const alarms = [
    ...limited.filter(({ level }) => level !== "calm").map(fullAlarm),
    ...open(await gatesAway(call.db)).map(({ corpCode, n }) => warning(nameOf(corpCode), m.wall_gates_away({ n }))),
    ...open(await failedJobs(call.db)).map(({ corpCode, n }) => warning(nameOf(corpCode), m.wall_jobs_failed({ n }))),
    ...tenants.map(endingAlarm),
  ];
  return {
    loads: limited.sort((one, other) => shareOf(other) - shareOf(one)).slice(0, wallParks),
    alarms: alarms.sort((one, other) => Number(other.bad) - Number(one.bad)),
    provinces: provincesOf(parks),
  };
}

type Load = More["loads"][number];

function limitedOf({ dayMax, momentMax, warnAt, park, people, inside }: ParkLoad, corp: string): Load[] {
  if (dayMax === null || momentMax === null) return [];
  const levels = [levelOf(people, dayMax, warnAt), ...(inside === null ? [] : [levelOf(inside, momentMax, warnAt)])];
  const level = (["full", "near", "calm"] as const).find((one) => levels.includes(one)) ?? "calm";
  return [{ corp, park, people, dayMax, inside, momentMax, level }];
}

const shareOf = ({ people, dayMax, inside, momentMax }: Load) =>
  Math.max(people / dayMax, inside === null ? 0 : inside / momentMax);

function fullAlarm({ corp, park, people, dayMax, inside, momentMax, level }: Load): More["alarms"][number] {
  const isInside = inside !== null && inside / momentMax > people / dayMax;
  const [n, max] = isInside ? [inside, momentMax] : [people, dayMax];
  const percent = Math.floor((n * 100) / max);
  const says = isInside ? m.wall_inside({ park, n, max, percent }) : m.wall_day({ park, n, max, percent });
  return { corp, says, bad: level === "full" };
}

const warning = (corp: string, says: string) => ({ corp, says, bad: false });

function endingAlarm({ name: corp, standing, day }: EndingTenant): More["alarms"][number] {
  if (standing === "warned") return { corp, says: m.wall_tenant_ends({ day }), bad: false };
  return { corp, says: standing === "shut" ? m.wall_tenant_shut({ day }) : m.wall_tenant_reads({ day }), bad: true };
}

/** An area's first two digits are its province (GB/T 2260). */
function provincesOf(parks: readonly ParkLoad[]): More["provinces"] {
  const found = new Map<string, More["provinces"][number]>();
  for (const { areaCode, admissions } of parks) {
    const province = areaCode.slice(0, 2);
    const sum = found.get(province) ?? { province, parks: 0, admissions: 0 };
    found.set(province, { province, parks: sum.parks + 1, admissions: sum.admissions + admissions });
  }
  return [...found.values()].sort((one, other) => other.admissions - one.admissions);
}

/** Who works in a part of head office sees the figures of that part, and no other tenant's. */
async function rowsFor(call: Call, first: string) {
  const read = async (of: Parameters<typeof takingsSince>[2]) => [
    ...(await takingsSince(call.db, first, of)),
    ...(await admissionsSince(call.db, first, of)),
  ];
  if (call.caller.corpCode !== headOffice) return asGroup(call, () => read("the group's corps"));
  return call.caller.scope === null ? read("all corps") : asCaller(call, () => read("the caller's corp"));
}

/** Head office, in the SaaS edition (specification 6); and who may read the figures of the group that their corp leads. */
async function corpsFor(call: Call): Promise<{ corpCode: string; name: string }[]> {
  const { db, caller } = call;
  if (caller.corpCode !== headOffice) return corpsOfGroup(call);
  if ((await parameterOfCorp(db, headOffice, "isSaasEdition")) !== "T") throw new Forbidden();
  const corps = await openCorps(db);
  return caller.scope === null ? corps : corps.filter(({ corpCode }) => corpCode === headOffice);
}

async function corpsOfGroup(call: Call): Promise<{ corpCode: string; name: string }[]> {
  if (call.caller.scope !== null || !(await call.opens("groupReport"))) throw new Forbidden();
  const corps = await asGroup(call, () => prepared<{ corpCode: string; name: string }>(call.db, groupCorps, []));
  if (corps.length === 0) throw new Forbidden();
  return corps;
}

const groupCorps = `select corp_code as "corpCode", name from group_corp order by corp_code`;

function add(sum: Figures | undefined, row: Partial<Figures>): void {
  if (!sum) return;
  for (const name of ["sales", "refunds", "payments", "admissions"] as const) sum[name] += row[name] ?? 0;
}

/** Business days up to today, the oldest first. */
function lastDays(now: Date): string[] {
  const today = businessDay(now);
  return Array.from({ length: wallDays }, (_, place) => addDays(today, place + 1 - wallDays));
}

export const served: Served[] = [serveWall];
