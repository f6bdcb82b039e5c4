/** Screens of the call log. */
import { callFigures } from "../../contract/calls/call-log";
import { page, type ScreenManifest } from "../screen-manifest";

export const calls: ScreenManifest = {
  lists: { callLog: "screens/calls/list.tsx" },
  pages: [page("/system/callFigures", "calls/figures.tsx", callFigures)],
};
