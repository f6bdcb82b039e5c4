/** The basic configuration of parking, and its defaults where nobody has saved one. */
import { asc, eq } from "drizzle-orm";
import { m } from "~/contract/messages";
import { parkingConfiguration, parkingConfigurationSave } from "~/contract/parking/configuration";
import { Invalid } from "../../kernel/refusal";
import { type Call, serve } from "../../kernel/served";
import { parkingConfig as config, parkingLot as lot } from "./schema";

const usual = {
  defaultLotId: null,
  unreadable: "refuse",
  fullRefuses: true,
  graceMinutes: 15,
  overstayDays: 3,
  phone: "",
} as const;

export type Configuration = Omit<typeof config.$inferSelect, "corpCode">;

export async function configurationOf({ db }: Pick<Call, "db">): Promise<Configuration> {
  const [row] = await db.select().from(config);
  if (!row) return usual;
  const { corpCode: _, ...kept } = row;
  return kept;
}

export const configurationServed = [
  serve(parkingConfiguration, async (call) => {
    const { defaultLotId, ...kept } = await configurationOf(call);
    const lots = await call.db.select({ id: lot.id, name: lot.name }).from(lot).orderBy(asc(lot.id));
    return {
      ...kept,
      ...(defaultLotId !== null && { defaultLotId }),
      lots: lots.map(({ id, name }) => ({ value: String(id), label: name })),
      mayEdit: await call.may("parkingConfiguration:edit"),
    };
  }),

  serve(parkingConfigurationSave, async (call, { defaultLotId, ...given }) => {
    const before = await configurationOf(call);
    if (defaultLotId !== undefined) {
      const [found] = await call.db.select({ id: lot.id }).from(lot).where(eq(lot.id, defaultLotId));
      if (!found) throw new Invalid({ defaultLotId: [m.v_option()] });
    }
    const after: Configuration = { ...given, defaultLotId: defaultLotId ?? null };
    await call.db.insert(config).values(after).onConflictDoUpdate({ target: config.corpCode, set: after });
    const label = m.fun_parking_configuration();
    call.audit({ thing: "parkingConfiguration", thingId: 1, label, before, after });
    return {};
  }),
];
