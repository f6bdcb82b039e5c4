/** How what is configured looks, by `sysBusType`; each gets what `configurations.server.ts` has loaded for it. */
import type { ComponentType } from "react";
import { MobileConfiguration } from "../mobile/configuration";
import { ParkingConfiguration } from "../parking/basic-configuration";

// biome-ignore lint/suspicious/noExplicitAny: what one loads is known to its own view alone
export const views: Readonly<Record<string, ComponentType<{ loaded: any }>>> = {
  "17": ParkingConfiguration,
  "18": MobileConfiguration,
};
