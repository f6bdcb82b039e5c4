/** What usual parks sell: a name and a suggested price for each type, which are changed before anything is made. */
import { type Message, m } from "../messages";

export const typeKeys = ["ADULT", "CHILD", "SENIOR", "HALF", "ONEWAY"] as const;
export type TypeKey = (typeof typeKeys)[number];

interface SuggestedType {
  /** The end of its code. */
  key: TypeKey;
  name: Message;
  /** Yuan. */
  price: number;
}

/** `oneWay` is of what goes somewhere and back. */
function typesAt(adult: number, child: number, senior: number, half: number, oneWay?: number): SuggestedType[] {
  const ways = oneWay !== undefined;
  return [
    { key: "ADULT", name: ways ? m.startup_type_adult_return : m.startup_type_adult, price: adult },
    { key: "CHILD", name: ways ? m.startup_type_child_return : m.startup_type_child, price: child },
    { key: "SENIOR", name: ways ? m.startup_type_senior_return : m.startup_type_senior, price: senior },
    { key: "HALF", name: ways ? m.startup_type_half_return : m.startup_type_half, price: half },
    ...(ways ? [{ key: "ONEWAY" as const, name: m.startup_type_one_way, price: oneWay }] : []),
  ];
}

export const parkTemplates = {
  scenic: { name: m.startup_kind_scenic, types: typesAt(80, 40, 40, 40) },
  themePark: { name: m.startup_kind_theme, types: typesAt(260, 180, 180, 220) },
  museum: { name: m.startup_kind_museum, types: typesAt(40, 20, 20, 20) },
  waterPark: { name: m.startup_kind_water, types: typesAt(198, 128, 128, 158) },
  cableCar: { name: m.startup_kind_cable, types: typesAt(120, 60, 60, 80, 70) },
  zoo: { name: m.startup_kind_zoo, types: typesAt(100, 50, 50, 60) },
} as const satisfies Record<string, { name: Message; types: readonly SuggestedType[] }>;
export type ParkTemplate = keyof typeof parkTemplates;

/** A code within a park begins with the park's, which leaves room for its own part. */
export const codeIn = ({ code }: { code: string }, own: string) => `${code.slice(0, 28)}-${own}`;
