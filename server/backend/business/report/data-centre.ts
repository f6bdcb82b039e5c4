/** The wall: sums of what the businesses' ledgers say, over all tenants for head office, over its members for a group. */
import type { AnswerOf } from "~/contract/method";
import { dataCentre, wallDays, wallParks } from "~/contract/report/data-centre";
import { headOffice } from "~/contract/wire";
import { asGroup } from "../../kernel/as-group";
import { asCaller } from "../../kernel/as-owner";
import { addDays, businessDay } from "../../kernel/business-time";
import { parameterOfCorp } from "../../kernel/parameters";
import { prepared } from "../../kernel/prepared";
import { Forbidden } from "../../kernel/refusal";
import { type Call, type Served, serve } from "../../kernel/served";
import { takingsSince } from "../order/takings";
import { openCorps } from "../platform/parameter";
import { admissionsSince } from "../ticket/admissions";
import { type ParkLoad, parkLoads } from "../ticket/park-loads";
import { alarmsOf, limitedOf, shareOf } from "./wall-alarms";

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
      ...(more && call.caller.scope === null ? await moreOf(call, corps) : { loads: [], alarms: [], provinces: [] }),
    };
  },
  { asOwner: true },
);

type Corps = Awaited<ReturnType<typeof corpsFor>>;
type More = Pick<AnswerOf<typeof dataCentre>, "loads" | "alarms" | "provinces">;

/** Of a group's corps the database itself keeps what is read to them. */
const moreOf = (call: Call, corps: Corps): Promise<More> =>
  call.caller.corpCode === headOffice
    ? moreWithin(call, corps, "all corps")
    : asGroup(call, () => moreWithin(call, corps, "the group's corps"));

async function moreWithin(call: Call, corps: Corps, of: Parameters<typeof parkLoads>[2]): Promise<More> {
  const names = new Map(corps.map(({ corpCode, name }) => [corpCode, name]));
  // Head office's wall has no corps that are shut.
  const parks = (await parkLoads(call.db, call.now, of)).filter(({ corpCode }) => names.has(corpCode));
  const limited = parks.flatMap((park) => limitedOf(park, names.get(park.corpCode) ?? park.corpCode));
  return {
    loads: limited.sort((one, other) => shareOf(other) - shareOf(one)).slice(0, wallParks),
    alarms: await alarmsOf(call, limited, names),
    provinces: provincesOf(parks),
  };
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
