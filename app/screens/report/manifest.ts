/** Screens of figures over all businesses. The wall has an address of its own. */
import type { ScreenManifest } from "../screen-manifest";
import { homeBlocks } from "./home-blocks";

export const report: ScreenManifest = { home: homeBlocks };
