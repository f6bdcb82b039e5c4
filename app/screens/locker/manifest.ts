/** Screens of lockers: the picture of a group, and the way to it. */
import { lockerPicture } from "../../contract/locker/group";
import { page, type ScreenManifest } from "../screen-manifest";

export const locker: ScreenManifest = {
  details: { lockerGroup: "screens/locker/group-detail.tsx" },
  pages: [page("/locker/groupList/:id/boxes", "locker/boxes.tsx", lockerPicture)],
};
