/** Gate groups, gates and points of sale. */
import * as contract from "~/contract/ticket/gate";
import { serveResource } from "../../kernel/resource";
import { parkReference } from "./park";
import { gate, gateGroup, pos } from "./schema";

export const served = [
  ...serveResource(contract.gateGroup, {
    table: gateGroup,
    references: { parkId: parkReference },
  }),
  ...serveResource(contract.gate, {
    table: gate,
    references: {
      gateGroupId: { table: gateGroup, name: gateGroup.name, status: gateGroup.status },
      parkId: parkReference,
    },
  }),
  ...serveResource(contract.pos, {
    table: pos,
    references: { parkId: parkReference },
  }),
];
