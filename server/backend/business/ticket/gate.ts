/** Gate groups, gates and points of sale. */
import * as contract from "~/contract/ticket/gate";
import { serveResource } from "../../kernel/resource";
import { pair } from "./gate-device";
import { parkReference } from "./park";
import { gate, gateGroup, pos } from "./schema";

export const served = [
  ...serveResource(contract.gateGroup, {
    table: gateGroup,
    references: { parkId: parkReference },
  }),
  ...serveResource(contract.gate, {
    table: gate,
    commands: {
      pair: (call, row, input) => pair(call, { id: Number(row.id), parkId: Number(row.parkId) }, input),
    },
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
