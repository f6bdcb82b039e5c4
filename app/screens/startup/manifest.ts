/** Screens of the start-up guide. */
import { startUpStanding } from "../../contract/startup/start-up";
import { page, type ScreenManifest } from "../screen-manifest";
import { homeBlocks } from "./home-blocks";

export const startup: ScreenManifest = {
  pages: [
    page("/guidePage", "startup/overview.tsx", startUpStanding),
    page("/guideOne", "startup/park.tsx", startUpStanding),
    page("/guideTwo", "startup/ticket-types.tsx", startUpStanding),
    page("/guideThree", "startup/gates.tsx", startUpStanding),
    page("/guideFour", "startup/staff.tsx", startUpStanding),
    page("/guideFive", "startup/paying.tsx", startUpStanding),
    { ...page("/guideFive/sample", "startup/sample.tsx", startUpStanding), alone: true },
    page("/guideFinally", "startup/finally.tsx", startUpStanding),
  ],
  home: homeBlocks,
};
