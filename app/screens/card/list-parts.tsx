/** What the pages for a company's cards have in common: choosing the type, sending the file, and the form that takes the payment. */
import { Form } from "@remix-run/react";
import type { ReactNode } from "react";
import type { FieldErrors } from "~/contract/errors";
import { importFormats } from "~/contract/import-formats";
import { m } from "~/contract/messages";
import { formatYuan } from "~/contract/money";
import { Field } from "~/form/field";
import { Link } from "~/widgets/link";
import { FileInput } from "~/widgets/upload/file-input";
import { addressOf } from "./list-address";

interface ListType {
  id: number;
  name: string;
  payable: number;
  deposit: number;
  asks: string[];
  whyNot: string;
}

interface TypesProps {
  path: string;
  types: readonly ListType[];
  chosen: ListType | null;
  /** In place of a price of nothing. */
  free?: string;
  children?: ReactNode;
}

export function ListTypes({ path, types, chosen, free, children }: TypesProps) {
  return (
    <section className="panel" aria-labelledby="card-list-type">
      <h2 id="card-list-type">{m.card_list_type()}</h2>
      {types.length === 0 && <p className="empty">{m.card_list_none()}</p>}
      <nav className="toolbar" aria-label={m.card_choose_type()}>
        {types.map(({ id, name }) => (
          <Link
            key={id}
            className={id === chosen?.id ? "button button-primary" : "button"}
            aria-current={id === chosen?.id ? "true" : undefined}
            to={addressOf(path, id)}
          >
            {name}
          </Link>
        ))}
      </nav>
      {chosen && (
        <p>
          {eachOf(chosen, free)}
          {chosen.asks.length > 0 && ` · ${m.card_list_asks({ labels: chosen.asks.join(m.words_comma()) })}`}
        </p>
      )}
      {children}
      {chosen?.whyNot && <p className="field-error">{chosen.whyNot}</p>}
    </section>
  );
}

function eachOf({ payable, deposit }: ListType, free: string | undefined): string {
  if (free !== undefined && payable + deposit === 0) return free;
  return deposit > 0
    ? m.card_list_each_deposit({ amount: formatYuan(payable), deposit: formatYuan(deposit) })
    : m.card_list_each({ amount: formatYuan(payable) });
}

interface SendProps {
  path: string;
  typeId: number;
  /** How the template is filled in. */
  help: string;
  /** People at most. */
  most: number;
  error: string | undefined;
  busy: boolean;
}

export function ListSend({ path, typeId, help, most, error, busy }: SendProps) {
  return (
    <>
      <section className="panel" aria-labelledby="card-list-template">
        <h2 id="card-list-template">{m.card_list_template()}</h2>
        <p className="dim">{help}</p>
        <a className="button" href={`${path}/template`} download>
          {m.imports_template_csv()}
        </a>
      </section>
      <Form
        method="post"
        action={addressOf(path, typeId)}
        encType="multipart/form-data"
        className="panel"
        reloadDocument
      >
        <h2>{m.card_list_file()}</h2>
        <FileInput
          name="file"
          label={m.imports_file()}
          accept="file"
          only={importFormats}
          most={1}
          files={[]}
          help={m.card_list_file_help({ n: most })}
          error={error}
          required
        />
        <button className="button button-primary" name="intent" value="check" disabled={busy}>
          {m.card_list_check()}
        </button>
      </Form>
    </>
  );
}

interface PayProps {
  action: string;
  typed: Readonly<Record<string, string>>;
  errors: FieldErrors;
  people: number;
  /** Fen that stand out. */
  due: number;
  /** What is taken beside it, or what it is made of; "": nothing. */
  sums: string;
  /** What was shown, for the backend to hold against what it is. */
  shown: Readonly<Record<string, string | number>>;
  /** Fields behind company and mobile. */
  fields: ReactNode;
  children?: ReactNode;
}

export function ListPayForm({ action, typed, errors, people, due, sums, shown, fields, children }: PayProps) {
  return (
    <Form method="post" action={action} className="panel" noValidate>
      <h2>{m.card_list_pay()}</h2>
      {Object.entries(shown).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <div className="form-grid">
        <Field name="company" label={m.card_list_company()} help={m.card_list_company_help()} errors={errors.company}>
          <input className="input" maxLength={40} autoComplete="organization" defaultValue={typed.company} />
        </Field>
        <Field name="mobile" label={m.card_list_contact()} errors={errors.mobile}>
          <input className="input" inputMode="tel" maxLength={24} autoComplete="off" defaultValue={typed.mobile} />
        </Field>
        {fields}
      </div>
      {children}
      <div className="card-sum">
        <p>
          {m.card_list_total({ n: people })} <strong className="money">¥{formatYuan(due)}</strong>
        </p>
        {sums && <p>{sums}</p>}
      </div>
      <button className="button button-primary" name="intent" value="sell">
        {m.card_list_go({ n: people })}
      </button>
    </Form>
  );
}

/** Deposits stand beside what is paid for the cards. */
export const depositSums = ({ payable, deposit }: { payable: number; deposit: number }): string =>
  deposit > 0 ? m.card_list_with_deposit({ deposit: formatYuan(deposit), total: formatYuan(payable + deposit) }) : "";
