/** Methods of the business "ticket" but for the gate's and the issued tickets' own. */
import { sql } from "drizzle-orm";
import { m } from "~/contract/messages";
import { noteUse } from "../../kernel/dictionary-use";
import type { Served } from "../../kernel/served";
import "./hanging";
import { chosenParkServed } from "./chosen-park";
import { served as gates } from "./gate";
import { served as parks } from "./park";
import { served as calendar } from "./price-calendar";
import { served as policies } from "./price-policy";
import { served as quotas } from "./quota-pool";
import { served as sales } from "./sale";
import { ticketType } from "./schema";
import { served as types } from "./ticket-type";

noteUse("saleChannel", {
  title: m.ticket_type,
  table: ticketType,
  has: (value) => sql`${value} = any (string_to_array(${ticketType.channels}, ','))`,
});

export const served: Served[] = [
  ...parks,
  ...chosenParkServed,
  ...gates,
  ...types,
  ...policies,
  ...calendar,
  ...quotas,
  ...sales,
];
