/** The function tree of a first start: what staff see on the left. Entries whose screen is not built stay switched off. */
import type { SeedGroup } from "./function-groups";
import { officeFunctions } from "./office-functions";
import { parkFunctions } from "./park-functions";
import { tradeFunctions } from "./trade-functions";

export const functionTree: SeedGroup[] = [...parkFunctions, ...tradeFunctions, ...officeFunctions];
