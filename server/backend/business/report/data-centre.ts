/** The wall: sums of what the businesses' ledgers say, over all tenants for head office, over its members for a group. */
import { dataCentre, wallDays } from "~/contract/report/data-centre";
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

const none = { sales: 0, refunds: 0, payments: 0, admissions: 0 };
type Figures = typeof none;

const serveWall = serve(
  dataCentre,
  async (call) => {
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
    };
  },
  { asOwner: true },
);

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
