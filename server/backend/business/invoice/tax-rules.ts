/** How what is sold is taxed: the rule that was in force on the day of its order. */
import { sql } from "drizzle-orm";
import { invoiceTaxRule as resource } from "~/contract/invoice/settings";
import type { Treatment } from "~/contract/invoice/tax";
import { m } from "~/contract/messages";
import { dependsOn } from "../../kernel/depends-on";
import { Invalid, Refusal } from "../../kernel/refusal";
import { serveResource } from "../../kernel/resource";
import type { Values } from "../../kernel/resource-backend";
import { firstOf, rowsOf } from "../../kernel/rows";
import type { Call } from "../../kernel/served";
import type { LineWorth } from "../order/worth";
import { typeReference } from "../ticket/price-policy";
import { invoiceLine, invoiceTaxRule as table } from "./schema";

dependsOn("ticketType", { table, by: table.ticketTypeId, name: table.name, words: m.invoice_rule_dep });
dependsOn("invoiceTaxRule", { table: invoiceLine, by: invoiceLine.ruleId, words: m.invoice_line_dep });

export interface TaxRule {
  id: number;
  scope: "default" | "ticketType" | "fee" | "topUp";
  ticketTypeId: number | null;
  validFrom: string;
  name: string;
  taxCode: string;
  treatment: Treatment;
  /** Basis points; null where nothing is taxed. */
  rate: number | null;
}

/** The latest first. */
export function readTaxRules({ db }: Call): Promise<TaxRule[]> {
  return rowsOf<TaxRule>(
    db,
    sql`
      select id::float8 as id, scope, ticket_type_id::float8 as "ticketTypeId", valid_from::text as "validFrom", name, tax_code as "taxCode",
             treatment, (rate * 100)::int as rate
      from invoice_tax_rule
      where corp_code = current_setting('app.corp_code')
      order by valid_from desc, id desc
    `,
  );
}

/** Of a line, or of the fees where it is null. Pure. */
export function ruleOf(rules: readonly TaxRule[], line: LineWorth | null, day: string): TaxRule | undefined {
  const inForce = rules.filter(({ validFrom }) => validFrom <= day);
  const own = inForce.find(({ scope, ticketTypeId }) =>
    line === null
      ? scope === "fee"
      : scope === "ticketType" && line.business === "ticket" && ticketTypeId === line.subjectId,
  );
  return own ?? inForce.find(({ scope }) => scope === "default");
}

/** Of a top-up, which nothing else's rule is for: nothing has been sold yet. Pure. */
export const topUpRuleOf = (rules: readonly TaxRule[], day: string): TaxRule | undefined =>
  rules.find(({ scope, validFrom }) => scope === "topUp" && validFrom <= day);

const fixed = ["scope", "ticketTypeId", "validFrom", "taxCode", "treatment", "rate", "name"];

/** What was sold on a day that is over is taxed as it was: a rule that invoices were made by stays as it is. */
async function check({ db }: Call, values: Values, before: Values | null): Promise<void> {
  const after = { ...before, ...values };
  if (after.treatment === "taxed" && after.rate === null) throw new Invalid({ rate: [m.invoice_v_rate()] });
  if (after.scope === "topUp" && after.treatment !== "notTaxed")
    throw new Invalid({ treatment: [m.invoice_v_top_up()] });
  if (before && fixed.some((field) => field in values && String(values[field] ?? "") !== String(before[field] ?? ""))) {
    const used = await firstOf(
      db,
      sql`
        select id from invoice_line
        where corp_code = current_setting('app.corp_code') and rule_id = ${before.id}
        limit 1
      `,
    );
    if (used) throw new Refusal(m.invoice_rule_used());
  }
  const twin = await firstOf(
    db,
    sql`
      select id from invoice_tax_rule
      where corp_code = current_setting('app.corp_code') and scope = ${after.scope} and valid_from = ${after.validFrom}::date
        and coalesce(ticket_type_id, 0) = ${after.ticketTypeId ?? 0} and id <> ${before?.id ?? 0}
    `,
  );
  if (twin) throw new Invalid({ validFrom: [m.invoice_rule_twice({ day: String(after.validFrom) })] });
}

export const taxRuleServed = serveResource(resource, {
  table,
  references: { ticketTypeId: typeReference },
  check,
});
