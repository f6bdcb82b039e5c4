/** The methods of the gate. */
import type { Served } from "../../kernel/served";
import { check } from "./check";
import { serveDesk } from "./check-desk";
import { serveReversal } from "./check-reverse";
import { serveUpload } from "./check-upload";
import { devicePackageServed } from "./device-package";
import { devicePassesServed } from "./device-passes";
import { boardServed } from "./gate-board";
import { gateDeviceServed } from "./gate-device";
import { conflictServed } from "./passage-conflict";
import { signedServed } from "./signed-codes";
import { thingTodayServed } from "./thing-today";
import { todayServed } from "./today";
import { tryServed } from "./try-rules";

export const checkServed: Served[] = [
  check,
  serveDesk,
  serveReversal,
  serveUpload,
  ...todayServed,
  ...thingTodayServed,
  ...boardServed,
  ...conflictServed,
  ...gateDeviceServed,
  ...devicePassesServed,
  ...devicePackageServed,
  ...tryServed,
  ...signedServed,
];
