/** What of the tickets' rows hangs on others: told to whoever deletes those. */
import { sql } from "drizzle-orm";
import { m } from "~/contract/messages";
import { dependsOn } from "../../kernel/depends-on";
import {
  gate,
  gateDevice,
  gateGroup,
  insideCount,
  park,
  passage,
  pos,
  pricePolicy,
  quotaPool,
  ticket,
  ticketType,
} from "./schema";

dependsOn("park", { table: ticketType, by: ticketType.parkId, name: ticketType.name, words: m.r_dep_ticket_types });
dependsOn("park", { table: gateGroup, by: gateGroup.parkId, name: gateGroup.name, words: m.r_dep_gate_groups });
dependsOn("park", { table: gate, by: gate.parkId, name: gate.name, words: m.r_dep_gates });
dependsOn("park", { table: pos, by: pos.parkId, name: pos.name, words: m.r_dep_pos });
dependsOn("park", { table: park, by: park.parentId, name: park.name, words: m.forms_dep_parks });

dependsOn("gateGroup", { table: gate, by: gate.gateGroupId, name: gate.name, words: m.r_dep_gates });
dependsOn("gateGroup", {
  table: ticketType,
  by: ticketType.gateGroupId,
  name: ticketType.name,
  words: m.r_dep_ticket_types,
});

dependsOn("park", { table: insideCount, by: insideCount.parkId, words: m.r_dep_counts });

dependsOn("gate", { table: gateDevice, by: gateDevice.gateId, name: gateDevice.name, words: m.r_dep_devices });
dependsOn("gate", { table: passage, by: passage.gateId, words: m.r_dep_passages });

dependsOn("ticketType", { table: ticket, by: ticket.ticketTypeId, name: ticket.ticketNo, words: m.r_dep_tickets });
dependsOn("ticketType", {
  table: pricePolicy,
  by: pricePolicy.ticketTypeId,
  name: pricePolicy.name,
  words: m.r_dep_policies,
});
dependsOn("ticketType", {
  table: quotaPool,
  by: (id) => sql`${quotaPool.id} in (select pool_id from quota_pool_type where ticket_type_id = ${id})`,
  name: quotaPool.name,
  words: m.r_dep_pools,
});
