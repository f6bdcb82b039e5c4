/** Whom an invoice is made out to: the fields of the form, for staff and for visitors alike. */
import type { FieldErrors } from "~/contract/errors";
import { m } from "~/contract/messages";
import { Field } from "~/form/field";

export const buyerNames = ["kind", "buyerKind", "title", "taxNumber", "address", "bank", "mail"] as const;

interface Props {
  typed: Readonly<Record<string, string | undefined>>;
  errors: FieldErrors;
  /** Where the party is nobody's to choose. */
  fixed?: boolean;
  /** Where nothing is taxed there is no special one. */
  ordinary?: boolean;
}

export function BuyerFields({ typed, errors, fixed = false, ordinary = false }: Props) {
  const specialHelp = ordinary ? m.invoice_optional() : m.invoice_special_help();
  return (
    <>
      <Field name="kind" label={m.invoice_kind()} errors={errors.kind}>
        <select className="input" defaultValue={typed.kind ?? "ordinary"}>
          <option value="ordinary">{m.invoice_kind_ordinary()}</option>
          {!ordinary && <option value="special">{m.invoice_kind_special()}</option>}
        </select>
      </Field>
      <Field name="buyerKind" label={m.invoice_buyer()} errors={errors.buyerKind}>
        <select className="input" defaultValue={typed.buyerKind ?? "company"}>
          <option value="company">{m.invoice_buyer_company()}</option>
          <option value="person">{m.invoice_buyer_person()}</option>
          <option value="abroad">{m.invoice_buyer_abroad()}</option>
        </select>
      </Field>
      <Field name="title" label={m.invoice_title()} errors={errors.title} required>
        <input
          className="input"
          maxLength={100}
          autoComplete="organization"
          defaultValue={typed.title}
          readOnly={fixed}
        />
      </Field>
      <Field name="taxNumber" label={m.invoice_tax_number()} help={m.invoice_company_help()} errors={errors.taxNumber}>
        <input className="input" maxLength={30} defaultValue={typed.taxNumber} readOnly={fixed} />
      </Field>
      <Field name="address" label={m.invoice_address()} help={specialHelp} errors={errors.address}>
        <input className="input" maxLength={200} defaultValue={typed.address} />
      </Field>
      <Field name="bank" label={m.invoice_bank()} help={specialHelp} errors={errors.bank}>
        <input className="input" maxLength={200} defaultValue={typed.bank} />
      </Field>
      <Field name="mail" label={m.invoice_mail()} help={m.invoice_optional()} errors={errors.mail}>
        <input className="input" type="email" maxLength={100} autoComplete="email" defaultValue={typed.mail} />
      </Field>
    </>
  );
}
