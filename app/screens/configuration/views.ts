/** How what is configured looks, by `sysBusType`; each gets what `configurations.server.ts` has loaded for it. */
import type { ComponentType } from "react";
import { MobileConfiguration } from "../mobile/configuration";

// biome-ignore lint/suspicious/noExplicitAny: what one loads is known to its own view alone
export const views: Readonly<Record<string, ComponentType<{ loaded: any }>>> = {
  "18": MobileConfiguration,
};
