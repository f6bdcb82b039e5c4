/** The rows of a month's plan, in the order of its page: regions, in them salesmen, and below each the agencies that brought something. Pure. */
import type { z } from "zod";
import type { regionalPlan } from "~/contract/travel/plan";

export type PlanRow = z.output<typeof regionalPlan.answer>["rows"][number];

export interface Earned {
  regionId: number | null;
  salesmanId: number | null;
  agencyId: number | null;
  agencyName: string | null;
  persons: number;
  amount: number;
}

export interface PlanData {
  regions: readonly { id: number; parentId: number | null; name: string }[];
  salesmen: readonly {
    id: number;
    regionId: number;
    name: string;
    status: string;
    agencies: number;
    targetPersons: number;
    targetAmount: number;
  }[];
  /** By region and salesman with whom it was earned. */
  earned: readonly Earned[];
  nobody: string;
  nowhere: string;
  others: string;
}

const nothing = { agencies: 0, targetPersons: 0, targetAmount: 0, persons: 0, amount: 0 };
type Figures = typeof nothing;

const plus = (one: Figures, other: Figures): Figures => ({
  agencies: one.agencies + other.agencies,
  targetPersons: one.targetPersons + other.targetPersons,
  targetAmount: one.targetAmount + other.targetAmount,
  persons: one.persons + other.persons,
  amount: one.amount + other.amount,
});

const sumOf = (rows: readonly PlanRow[], depth: number): Figures =>
  rows.filter((row) => row.depth === depth).reduce<Figures>((sum, row) => plus(sum, row), nothing);

export function planRows(data: PlanData): PlanRow[] {
  const roots = data.regions.filter(({ parentId }) => parentId === null);
  const inRegions = roots.flatMap((root) => regionRows(data, root, 0));
  const outside = salesmenRows(data, null, 1);
  if (outside.length === 0) return inRegions;
  return [...inRegions, { kind: "region", id: 0, name: data.nowhere, depth: 0, ...sumOf(outside, 1) }, ...outside];
}

function regionRows(data: PlanData, { id, name }: PlanData["regions"][number], depth: number): PlanRow[] {
  const below = data.regions.filter(({ parentId }) => parentId === id);
  const rows = [
    ...below.flatMap((region) => regionRows(data, region, depth + 1)),
    ...salesmenRows(data, id, depth + 1),
  ];
  return [{ kind: "region", id, name, depth, ...sumOf(rows, depth + 1) }, ...rows];
}

/** Those of the region, and whoever earned there: a salesman who has moved since stands in both, with the target where they are now. */
function salesmenRows(
  { salesmen, earned, nobody, others }: PlanData,
  regionId: number | null,
  depth: number,
): PlanRow[] {
  const here = earned.filter((one) => one.regionId === regionId);
  const brought = (salesmanId: number | null) => here.filter((one) => one.salesmanId === salesmanId);
  const rows = salesmen.flatMap((one): PlanRow[] => {
    const own = brought(one.id);
    const isHere = one.regionId === regionId && (one.status === "onDuty" || one.targetPersons + one.targetAmount > 0);
    if (!isHere && own.length === 0) return [];
    const { agencies, targetPersons, targetAmount } = one.regionId === regionId ? one : nothing;
    return withAgencies(
      { kind: "salesman", id: one.id, name: one.name, depth, ...nothing, agencies, targetPersons, targetAmount },
      own,
      others,
    );
  });
  const ownerless = brought(null);
  if (ownerless.length === 0) return rows;
  return [...rows, ...withAgencies({ kind: "salesman", id: 0, name: nobody, depth, ...nothing }, ownerless, others)];
}

function withAgencies(row: PlanRow, own: readonly Earned[], others: string): PlanRow[] {
  const agencies = own
    .map(({ agencyId, agencyName, persons, amount }): PlanRow => {
      const name = agencyName ?? others;
      return { ...nothing, kind: "agency", id: agencyId ?? 0, name, depth: row.depth + 1, persons, amount };
    })
    .sort((one, other) => other.amount - one.amount || one.id - other.id);
  const { persons, amount } = sumOf(agencies, row.depth + 1);
  return [{ ...row, persons, amount }, ...agencies];
}
