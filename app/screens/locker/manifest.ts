/** Screens of lockers: the picture of a group. */
import { lockerPicture } from "../../contract/locker/group";
import { page, type ScreenManifest } from "../screen-manifest";

export const locker: ScreenManifest = {
  pages: [page("/locker/groupList/:id/boxes", "locker/boxes.tsx", lockerPicture)],
};
