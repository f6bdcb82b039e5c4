/** Methods of who may come and when. */
import type { Served } from "../../kernel/served";
import { capacityServed } from "./capacity";
import { closureServed } from "./closure";
import { reservationServed } from "./reservation";
import { restrictedServed } from "./restricted-visitor";
import { wristbandServed } from "./wristband";

export const visitServed: Served[] = [
  ...restrictedServed,
  ...capacityServed,
  ...closureServed,
  ...reservationServed,
  ...wristbandServed,
];
