import type { BackendManifest } from "../manifest";
import { orderServed } from "./index";
import { orderInvariants } from "./invariants";
import * as schema from "./schema";

export const order: BackendManifest = {
  served: orderServed,
  tables: [schema],
  roles: [
    {
      code: "manager",
      grants: [
        ["networkOrderList", ["order:refund"]],
        ["buyTktLog", ["order:refund"]],
      ],
    },
    { code: "seller", grants: [["buyTktLog", ["order:refund"]]] },
  ],
  invariants: orderInvariants,
};
