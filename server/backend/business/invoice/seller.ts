/** Who invoices are made out by. One issuer is in use; its secret is sealed. */
import { sql } from "drizzle-orm";
import { invoiceSeller as resource } from "~/contract/invoice/settings";
import { plainTaxNumber } from "~/contract/invoice/tax-number";
import { m } from "~/contract/messages";
import { Invalid, Refusal } from "../../kernel/refusal";
import { serveResource } from "../../kernel/resource";
import type { Values } from "../../kernel/resource-backend";
import { firstOf } from "../../kernel/rows";
import type { Call } from "../../kernel/served";
import { invoiceSeller as table } from "./schema";

export interface Seller {
  title: string;
  taxNumber: string;
  way: "byHand" | "platform";
}

export async function sellerInUse({ db }: Call): Promise<Seller> {
  const found = await firstOf<Seller>(
    db,
    sql`
      select title, tax_number as "taxNumber", way from invoice_seller
      where corp_code = current_setting('app.corp_code') and status = 'T'
    `,
  );
  if (!found) throw new Refusal(m.invoice_no_seller());
  return found;
}

const inUse = ({ db }: Call) =>
  firstOf<{ id: number; title: string }>(
    db,
    sql`
      select id::float8 as id, title from invoice_seller
      where corp_code = current_setting('app.corp_code') and status = 'T'
    `,
  );

async function check(call: Call, values: Values, before: Values | null): Promise<void> {
  const after = { ...before, ...values };
  if (values.taxNumber) values.taxNumber = plainTaxNumber(String(values.taxNumber));
  if (after.way === "platform" && !after.platformSecret) throw new Invalid({ platformSecret: [m.invoice_v_secret()] });
  const other = before ? undefined : await inUse(call);
  if (other) throw new Refusal(m.invoice_seller_twice({ name: other.title }));
}

export const sellerServed = serveResource(resource, {
  table,
  check,
  commands: {
    resume: {
      async mayNot(call, rows) {
        const other = await inUse(call);
        return rows.map(({ id }) => (other && other.id !== id ? m.invoice_seller_twice({ name: other.title }) : null));
      },
    },
  },
});
