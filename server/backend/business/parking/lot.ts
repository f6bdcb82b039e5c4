/** Car parks: their list and form, closing, and the count of what stands inside. */
import { sql } from "drizzle-orm";
import { m } from "~/contract/messages";
import { parkingLot as resource } from "~/contract/parking/lot";
import type { VehicleClass } from "~/contract/parking/vehicle";
import type { Unsettling } from "../../kernel/data-classes";
import { dependsOn } from "../../kernel/depends-on";
import { Invalid, NotFound, Refusal } from "../../kernel/refusal";
import { serveResource } from "../../kernel/resource";
import type { Values } from "../../kernel/resource-backend";
import { firstOf, rowsOf } from "../../kernel/rows";
import type { Call } from "../../kernel/served";
import { parkReference } from "../ticket/park";
import { parkingLot as lot, parkingPass as pass, parkingRecord as record, parkingTariff as tariff } from "./schema";
import { tariffReference } from "./tariff";

export const lotReference = { table: lot, name: lot.name };

/** The column of a class's tariff, by class. */
export const tariffFields = {
  small: "tariffSmall",
  large: "tariffLarge",
  newEnergy: "tariffNewEnergy",
  motorcycle: "tariffMotorcycle",
  coach: "tariffCoach",
} as const satisfies Record<VehicleClass, keyof typeof resource.fields>;

/** Whoever stands inside goes with the records. */
export const emptyLots: Unsettling = {
  with: "records",
  tables: ["parking_lot"],
  work: async (tx) => {
    await tx.execute(sql`
      update parking_lot set inside = 0 where corp_code = current_setting('app.corp_code') and inside <> 0
    `);
  },
};

dependsOn("park", { table: lot, by: lot.parkId, name: lot.name, words: m.parking_has_lots });
for (const field of Object.values(tariffFields))
  dependsOn("parkingTariff", { table: lot, by: lot[field], name: lot.name, words: m.parking_has_lots });
dependsOn("parkingLot", { table: record, by: record.lotId, name: record.number, words: m.parking_has_records });
dependsOn("parkingLot", { table: pass, by: pass.lotId, name: pass.number, words: m.parking_has_passes });

/** Each class is charged by a tariff of its own. */
async function checkTariffs({ db }: Call, values: Values): Promise<void> {
  const given = Object.entries(tariffFields).flatMap(([vehicle, field]) =>
    typeof values[field] === "number" ? [{ vehicle, field, id: values[field] }] : [],
  );
  if (given.length === 0) return;
  const ids = `{${given.map(({ id }) => id)}}`;
  const found = await rowsOf<{ id: number; vehicle: string }>(
    db,
    sql`select id::float8 as id, vehicle_class as vehicle from ${tariff} where id = any (${ids}::bigint[])`,
  );
  const errors = given
    .filter(({ id, vehicle }) => found.some((one) => one.id === id && one.vehicle !== vehicle))
    .map(({ field }) => [field, [m.parking_tariff_other_class()]]);
  if (errors.length > 0) throw new Invalid(Object.fromEntries(errors));
}

export const lotServed = serveResource(resource, {
  table: lot,
  indexed: true,
  query: { from: "parking_lot l", columns: { free: sql`0` } },
  shown: (_call, rows) => rows.map((row) => ({ ...row, free: Math.max(0, Number(row.spaces) - Number(row.inside)) })),
  references: {
    parkId: parkReference,
    ...Object.fromEntries(Object.values(tariffFields).map((field) => [field, tariffReference])),
  },
  check: checkTariffs,
  commands: {
    close: (_call, _row, { reason }) => ({ set: { closedFor: reason } }),
    reopen: () => ({ set: { closedFor: null } }),
  },
});

export interface Lot {
  id: number;
  name: string;
  spaces: number;
  inside: number;
  status: string;
  closedFor: string | null;
  passPrice: number | null;
  passPlates: number;
}

/** Throws NotFound where the caller sees no such lot. */
export async function lotOf({ db }: Pick<Call, "db">, id: number): Promise<Lot> {
  const found = await firstOf<Lot>(
    db,
    sql`
      select id::float8 as id, name, spaces, inside, status, closed_for as "closedFor",
             pass_price::float8 as "passPrice", pass_plates as "passPlates"
      from ${lot}
      where id = ${id}
    `,
  );
  if (!found) throw new NotFound();
  return found;
}

/**
 * One more inside, by a statement that carries its condition: of two at the last space one comes in. `always`: the car stands
 * there already.
 */
export async function countIn(
  call: Call,
  { id, name }: Pick<Lot, "id" | "name">,
  { refuses, always = false }: { refuses: boolean; always?: boolean },
): Promise<void> {
  const counted = await firstOf<{ inside: number }>(
    call.db,
    sql`
      update ${lot}
      set inside = inside + 1
      where id = ${id}
        and (${always} or status = 'open' and (inside < spaces or not ${refuses}))
      returning inside
    `,
  );
  if (!counted) throw new Refusal(m.parking_full({ lot: name }));
}

export async function countOut({ db }: Call, lotId: number): Promise<void> {
  await db.execute(sql`update ${lot} set inside = inside - 1 where id = ${lotId}`);
}
