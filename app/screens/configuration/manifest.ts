/**
 * Basic configuration (`/basicConfiguration?sysBusType=…`): one page, and whatever a business configures there. A business
 * adds itself in three places beside one another: the method that its part asks for here, how it is loaded in
 * `configurations.server.ts`, and how it looks in `views.ts`.
 */
import { mobileConfiguration } from "../../contract/mobile/setting";
import { parkingConfiguration } from "../../contract/parking/configuration";
import { page, type ScreenManifest } from "../screen-manifest";

export const configuration: ScreenManifest = {
  pages: [page("/basicConfiguration", "configuration/basic.tsx", mobileConfiguration, parkingConfiguration)],
};
