/** Stored-value cards: what depends on them, and how their rows are served. */
import { m } from "~/contract/messages";
import { smartCard as resource } from "~/contract/stored/card";
import { dependsOn } from "../../kernel/depends-on";
import { serveResource } from "../../kernel/resource";
import { refuseAddress, refuseKind } from "../card/kinds";
import { batchReference, refuseOtherKinds } from "../card/stock";
import { storedTypeReference } from "../card/type";
import { storedCommands } from "./card-commands";
import { storedCardLog, storedListCard, storedTopUp, storedWay, storedCard as table } from "./schema";

dependsOn("smartCard", { table: storedCardLog, by: storedCardLog.cardId, words: m.card_was_sold });
dependsOn("smartCard", { table: storedWay, by: storedWay.cardId, words: m.stored_card_was_used });
dependsOn("smartCard", { table: storedTopUp, by: storedTopUp.cardId, words: m.stored_card_was_used });
dependsOn("smartCard", { table: storedListCard, by: storedListCard.cardId, words: m.stored_card_in_list });
dependsOn("cardBatch", { table, by: table.batchId, words: m.card_batch_has_cards });
dependsOn("cardType", { table, by: table.cardTypeId, name: table.number, words: m.stored_type_has_cards });

export const cardServed = serveResource(resource, {
  table,
  references: {
    cardTypeId: storedTypeReference,
    batchId: batchReference,
    replacedById: { table, name: table.number },
  },
  check: async (call, values, before) => {
    refuseAddress(values, before);
    await refuseKind(call, values, "stored");
    await refuseOtherKinds(call, table, values, before);
  },
  commands: storedCommands,
});
