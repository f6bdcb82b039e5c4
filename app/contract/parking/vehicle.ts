/** Classes of vehicles. Pure. */
import { readPlate } from "./plate";

export const vehicleClasses = ["small", "large", "newEnergy", "motorcycle", "coach"] as const;
export type VehicleClass = (typeof vehicleClasses)[number];

/** The class where nobody says another: the plate tells new energy alone. */
export function classOf(plate: string): VehicleClass {
  return readPlate(plate)?.kind === "newEnergy" ? "newEnergy" : "small";
}
