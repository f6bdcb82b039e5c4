/** Gate groups, gates and points of sale. */
import { eq, sql } from "drizzle-orm";
import { m } from "~/contract/messages";
import * as contract from "~/contract/ticket/gate";
import { dependsOn } from "../../kernel/depends-on";
import { Invalid } from "../../kernel/refusal";
import { serveResource } from "../../kernel/resource";
import type { Values } from "../../kernel/resource-backend";
import type { Call } from "../../kernel/served";
import { operatorReference } from "../platform/people";
import { pair } from "./gate-device";
import { parkReference } from "./park";
import { salesPage } from "./sales-page-schema";
import { gate, gateGroup, pos, posSeller } from "./schema";

dependsOn("operator", {
  table: pos,
  by: (id) => sql`${pos.id} in (select pos_id from pos_seller where account_id = ${id})`,
  name: pos.name,
  words: m.pos_seller_dep,
});

export const gateGroupReference = { table: gateGroup, name: gateGroup.name, status: gateGroup.status };

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
      gateGroupId: gateGroupReference,
      parkId: parkReference,
    },
  }),
  ...serveResource(contract.pos, {
    table: pos,
    lines: { sellers: posSeller },
    references: {
      parkId: parkReference,
      salesPageId: { table: salesPage, name: salesPage.name },
      "sellers.accountId": operatorReference,
    },
    check: checkPage,
  }),
];

/** Nobody stands at a window of the mobile channel. */
async function checkPage(call: Call, { salesPageId }: Values): Promise<void> {
  if (typeof salesPageId !== "number") return;
  const [page] = await call.db
    .select({ channel: salesPage.channel })
    .from(salesPage)
    .where(eq(salesPage.id, salesPageId));
  if (page?.channel === "mobile") throw new Invalid({ salesPageId: [m.sales_page_wrong_channel()] });
}
