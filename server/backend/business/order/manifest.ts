import type { BackendManifest } from "../manifest";
import { sellables } from "../sellables";
import { orderServed } from "./index";
import { orderInvariants } from "./invariants";

export const order: BackendManifest = {
  served: orderServed(sellables),
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
