/** Stored-value cards: what depends on them, and how their rows are served. */
import { m } from "~/contract/messages";
import { smartCard as resource } from "~/contract/stored/card";
import { dependsOn } from "../../kernel/depends-on";
import { serveResource } from "../../kernel/resource";
import { refuseAddress, refuseKind } from "../card/kinds";
import { batchReference } from "../card/stock";
import { typeReference } from "../card/type";
import { storedCommands } from "./card-commands";
import { storedTopUp, storedWay, storedCard as table } from "./schema";

dependsOn("smartCard", { table: storedWay, by: storedWay.cardId, words: m.stored_card_was_used });
dependsOn("smartCard", { table: storedTopUp, by: storedTopUp.cardId, words: m.stored_card_was_used });
dependsOn("cardBatch", { table, by: table.batchId, words: m.card_batch_has_cards });
dependsOn("cardType", { table, by: table.cardTypeId, name: table.number, words: m.stored_type_has_cards });

export const cardServed = serveResource(resource, {
  table,
  references: { cardTypeId: typeReference, batchId: batchReference },
  check: (call, values, before) => {
    refuseAddress(values, before);
    return refuseKind(call, values, "stored");
  },
  commands: storedCommands,
});
