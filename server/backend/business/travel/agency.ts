/** Travel agencies: list, form, and what their commands do. */
import { m } from "~/contract/messages";
import { agency as resource } from "~/contract/travel/agency";
import { dependsOn } from "../../kernel/depends-on";
import { serveResource } from "../../kernel/resource";
import type { CommandsBackend, Values } from "../../kernel/resource-backend";
import type { Call } from "../../kernel/served";
import { accountCommands, allSettled, checkSettlement, owesNothing } from "./account-commands";
import { tellMainContact } from "./agency-contact";
import { checkSalesman } from "./own-agencies";
import { priceGroupReference, regionReference, salesmanReference } from "./references";
import { submitReview } from "./review";
import { travelAgency as table, travelAgreement, travelReview } from "./schema";
import { endedAlready, keepsTerms, partOfShare, unlessShared } from "./shared-terms";

dependsOn("agency", { table: travelReview, by: travelReview.agencyId, words: m.travel_dep_reviews });
dependsOn("agency", {
  table: travelAgreement,
  by: travelAgreement.agencyId,
  name: travelAgreement.code,
  words: m.travel_dep_agreements,
});

const commands: CommandsBackend<typeof resource> = {
  suspend: { mayNot: unlessShared(owesNothing), run: (_call, _row, { reason }) => ({ set: { suspendedFor: reason } }) },
  resume: { mayNot: unlessShared(), run: () => ({ set: { suspendedFor: null } }) },
  close: { mayNot: unlessShared(allSettled, endedAlready), run: () => ({ set: { suspendedFor: null } }) },
  ...accountCommands,
};

export const agencyServed = serveResource(resource, {
  table,
  references: { regionId: regionReference, salesmanId: salesmanReference, priceGroupId: priceGroupReference },
  commands,
  async check(call, values, before) {
    keepsTerms(values, before);
    await checkSalesman(call, values, before);
    await checkSettlement(call, values, before);
  },
  saved,
  dependents: partOfShare,
});

/** Every agency begins with its review. */
async function saved(call: Call, row: Values, before: Values | null): Promise<void> {
  if (before) {
    await tellMainContact(call, row);
    return;
  }
  const name = String(row.name);
  await submitReview(call, { agencyId: Number(row.id), name, source: "staff", by: call.caller.name });
}
