/** A new customer in one sitting: the agency, its terms and its agreement, each by the method that owns it. */
import { type SQL, sql } from "drizzle-orm";
import { m } from "~/contract/messages";
import type { ParsedPayloadOf } from "~/contract/method";
import { agency } from "~/contract/travel/agency";
import { agencyAgreement } from "~/contract/travel/agreement";
import { createCustomer, createCustomerForm, createdCustomer } from "~/contract/travel/create-customer";
import { agencyReview } from "~/contract/travel/review";
import { act, lacking, placed, saved } from "../../kernel/act";
import { businessDay } from "../../kernel/business-time";
import { optionsOf } from "../../kernel/dictionaries";
import { Invalid, NotFound } from "../../kernel/refusal";
import { firstOf } from "../../kernel/rows";
import { type Call, type Served, serve } from "../../kernel/served";
import { agencyServed } from "./agency";
import { agreementServed } from "./agreement";
import { reviewServed } from "./review";

type Customer = ParsedPayloadOf<typeof createCustomer>;
type Option = { value: string; label: string };

const named = (table: string, only: string): SQL => sql`coalesce((
  select json_agg(json_build_object('value', o.id::text, 'label', o.name) order by o.name, o.id)
  from (select id, name from ${sql.raw(table)} where ${sql.raw(only)} order by name, id limit 500) o
), '[]')`;

const form = serve(createCustomerForm, async (call) => {
  const { db, locale, now } = call;
  const from = businessDay(now);
  const found = await firstOf<Record<"types" | "settlements" | "priceGroups" | "regions" | "salesmen", Option[]>>(
    db,
    sql`
      select ${optionsOf("agencyType", locale)} as types, ${optionsOf("agencySettlement", locale)} as settlements,
             ${named("travel_price_group", "status = 'T'")} as "priceGroups",
             ${named("sales_region", "true")} as regions,
             ${named("salesman", "status = 'onDuty'")} as salesmen
    `,
  );
  // Of the codes that this page gives, the next: what was typed by hand has other forms, and is looked past.
  const next = await firstOf<{ n: number }>(
    db,
    sql`
      select coalesce(max(substring(code from 3)::int), 0) + 1 as n
      from travel_agency
      where code ~ '^KH[0-9]{5}$'
    `,
  );
  if (!found) throw new NotFound();
  return {
    ...found,
    code: `KH${String(next?.n ?? 1).padStart(5, "0")}`,
    from,
    to: `${from.slice(0, 4)}-12-31`,
    lacking: {
      agency: await lacking(call, agency.methods.save),
      agreement: await lacking(call, agencyAgreement.methods.save),
      approve: await lacking(call, agencyReview.commands.approve.method, false),
      sign: await lacking(call, agencyAgreement.commands.sign.method, false),
    },
  };
});

const create = serve(createCustomer, async (call, customer) => {
  const { agreement, atOnce, sure, idempotencyKey: _, ...fields } = customer;
  if (!sure) await warnOfAlike(call, customer);
  const { taxTitle, taxNumber, remark, ...needed } = fields;
  const agencyId = await saved(call, agencyServed, agency.methods.save, {
    ...needed,
    ...{ taxTitle: taxTitle || null, taxNumber: taxNumber || null, remark: remark || null },
    creditLimit: fields.settlement === "credit" ? fields.creditLimit : null,
  });
  const agreementId =
    agreement &&
    (await placed("agreement", { code: "code", fromDay: "fromDay", toDay: "toDay" }, () =>
      saved(call, agreementServed, agencyAgreement.methods.save, {
        ...{ ...agreement, agencyId },
        // As most contracts have it; another is chosen on the agreement, while nobody has signed it.
        ...{ cycle: "month", basis: "sale" },
      }),
    ));
  if (atOnce) {
    const review = await firstOf<{ id: number }>(
      call.db,
      sql`select id from travel_review where agency_id = ${agencyId} and status = 'submitted'`,
    );
    if (review) await act(call, reviewServed, agencyReview.commands.approve.method, { id: review.id });
    if (agreementId) await act(call, agreementServed, agencyAgreement.commands.sign.method, { id: agreementId });
  }
  return { id: agencyId };
});

/** Names and licences are held apart by the agency itself; a mobile or a tax number may be shared, and seldom is. */
async function warnOfAlike({ db }: Call, { mobile, taxNumber }: Customer): Promise<void> {
  const alike = await firstOf<{ name: string; code: string; by_mobile: boolean }>(
    db,
    sql`
      select name, code, mobile = ${mobile} as by_mobile
      from travel_agency
      where status <> 'closed' and (mobile = ${mobile} or (${taxNumber} <> '' and tax_number = ${taxNumber}))
      order by id
      limit 1
    `,
  );
  if (!alike) return;
  const known = { name: alike.name, code: alike.code };
  throw new Invalid({
    [alike.by_mobile ? "mobile" : "taxNumber"]: [
      alike.by_mobile ? m.customer_alike_mobile(known) : m.customer_alike_tax(known),
    ],
    sure: [m.customer_sure_needed()],
  });
}

interface Standing {
  id: number;
  code: string;
  name: string;
  status: string;
  settlement: string;
  agreement: { id: number; code: string; status: string; toDay: string } | null;
  received: boolean;
}

const created = serve(createdCustomer, async ({ db }, { id }) => {
  const found = await firstOf<Standing>(
    db,
    sql`
      select a.id, a.code, a.name, a.status, a.settlement,
             (
               select json_build_object('id', g.id, 'code', g.code, 'status', g.status, 'toDay', g.to_day)
               from travel_agreement g
               where g.agency_id = a.id and g.status <> 'void'
               order by g.id desc
               limit 1
             ) as agreement,
             exists (select from agency_receipt r where r.agency_id = a.id) as received
      from travel_agency a
      where a.id = ${id}
    `,
  );
  if (!found) throw new NotFound();
  const { received, ...customer } = found;
  const left: ("review" | "agreement" | "sign" | "topUp")[] = [];
  if (["applied", "rejected"].includes(found.status)) left.push("review");
  if (!found.agreement) left.push("agreement");
  else if (found.agreement.status === "draft") left.push("sign");
  if (found.settlement === "prepaid" && !received && found.status !== "closed") left.push("topUp");
  return { ...customer, left };
});

export const createCustomerServed: Served[] = [form, create, created];
