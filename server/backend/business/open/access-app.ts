/** Access applications as they are entered: what each may ask, and the agency on whose account it sells. */
import { sql } from "drizzle-orm";
import { m } from "~/contract/messages";
import { accessApp as contract } from "~/contract/platform/access-app";
import { businessDay } from "../../kernel/business-time";
import { dependsOn } from "../../kernel/depends-on";
import { Invalid } from "../../kernel/refusal";
import { serveResource } from "../../kernel/resource";
import type { Values } from "../../kernel/resource-backend";
import type { Call, Served } from "../../kernel/served";
import { applicationReference, checkApplication } from "../platform/access-app";
import { readAccounts } from "../travel/accounts";
import { standingWhyNot } from "../travel/on-account";
import { activeAgencyReference } from "../travel/references";
import { openOrder } from "./schema";

const { table } = applicationReference;

dependsOn("agency", { table, by: table.agencyId, name: table.name, words: m.open_agency_has_apps });
dependsOn("agency", {
  table: openOrder,
  by: openOrder.agencyId,
  name: openOrder.outerNo,
  words: m.open_app_has_orders,
});

/** Whoever binds an application lets it spend an agency's credit: as much as a new secret would. */
async function checkBinding(call: Call, values: Values, before: Values | null): Promise<void> {
  if (!("agencyId" in values)) return;
  const chosen = Number(values.agencyId ?? 0);
  if (chosen === Number(before?.agencyId ?? 0)) return;
  if (!(await call.may("accessApp:secret"))) throw new Invalid({ agencyId: [m.open_agency_right()] });
  if (chosen === 0) return;
  const [account] = await readAccounts(call, sql`a.id = ${chosen}`);
  if (!account) throw new Invalid({ agencyId: [m.v_invalid()] });
  const whyNot = standingWhyNot(call, account);
  if (whyNot) throw new Invalid({ agencyId: [whyNot] });
  // One that is in business by hand has no agreement: people may sell to it, a program may not.
  const { agreementUntil: until, name } = account;
  if (until === null || until < businessDay(call.now))
    throw new Invalid({ agencyId: [m.open_agency_unsigned({ name })] });
}

export const accessAppServed: Served[] = serveResource(contract, {
  table,
  references: { agencyId: activeAgencyReference },
  async check(call, values, before) {
    checkApplication(call, values, before);
    const after = { ...before, ...values };
    if ((values.scopes as string[] | null)?.includes("orders") && !values.paymentType && !after.agencyId) {
      throw new Invalid({ paymentType: [m.open_payment_type_needed()] });
    }
    await checkBinding(call, values, before);
  },
});
