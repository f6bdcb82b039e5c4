/** Stored-value cards for a company (`/smartCard/list/group?type=7&file=…`): a list of people is checked, shown, paid once. */
import { type ActionFunctionArgs, data, type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/node";
import { Form, useActionData, useLoaderData, useNavigation } from "@remix-run/react";
import { mostOfStoredList } from "~/contract/card/list-bounds";
import type { FieldErrors, Notice } from "~/contract/errors";
import { isFilePath } from "~/contract/files";
import { importFormats } from "~/contract/import-formats";
import { m } from "~/contract/messages";
import { formatYuan } from "~/contract/money";
import { type StoredList, sellStoredList, storedListLook } from "~/contract/stored/card-list";
import { Field } from "~/form/field";
import { FormNotice } from "~/form/form-notice";
import { attempt, done, type Typed, typedOf } from "~/form/submission.server";
import { takeFiles } from "~/form/uploads.server";
import { Link } from "~/widgets/link";
import { FileInput } from "~/widgets/upload/file-input";
import { keyOf } from "../card/counter-form.server";
import { type ListFigure, ListPreview } from "../card/list-preview";
import { PaymentField } from "../card/payment-field";
import "../card/counter.css";

const path = "/smartCard/list/group";

export const handle = { menu: "/smartCard/list" };
export const meta: MetaFunction = () => [{ title: m.stored_list() }];

const idOf = (text: string | null) => (text && /^[1-9]\d{0,14}$/.test(text) ? Number(text) : undefined);

const fenIn = (text = "") => (/^\d{1,12}$/.test(text) ? Number(text) : undefined);

/** What the address asks for: a type, and a file that was sent. */
function askedOf(request: Request) {
  const query = new URL(request.url).searchParams;
  const file = query.get("file") ?? "";
  return { cardTypeId: idOf(query.get("type")), file: isFilePath(file) ? file : "" };
}

async function pageOf({ request, context }: Pick<LoaderFunctionArgs, "request" | "context">) {
  const { cardTypeId, file } = askedOf(request);
  const answer = await context.dispatch.call(storedListLook, {
    ...(cardTypeId !== undefined && { cardTypeId }),
    ...(file !== "" && { path: file }),
  });
  const chosen =
    answer.types.find(({ id }) => id === cardTypeId) ?? (answer.types.length === 1 ? answer.types[0] : null);
  return { ...answer, chosen: chosen ?? null, file: answer.list ? file : "" };
}

export async function loader(args: LoaderFunctionArgs) {
  return { page: await pageOf(args), key: crypto.randomUUID() };
}

const addressOf = (type: number | undefined, file: string) =>
  `${path}?${new URLSearchParams({ ...(type && { type: String(type) }), ...(file && { file }) })}`;

/** `intent=check` takes a file, `intent=sell` issues what was shown. */
export async function action(args: ActionFunctionArgs) {
  const { request, context } = args;
  const form = await request.formData();
  const { cardTypeId, file } = askedOf(request);
  const back = async (typed: Typed, errors: FieldErrors, notice: Notice | null, status: number, key: string) =>
    data({ page: await pageOf(args), typed, errors, notice, key }, status);
  if (form.get("intent") === "check") {
    const problem = await takeFiles(context, form, "file", { accept: "file", most: 1 });
    const sent = String(form.get("file") ?? "");
    if (problem || sent === "")
      return back({}, { file: [problem ?? m.imports_file_none()] }, null, 422, crypto.randomUUID());
    return redirect(addressOf(cardTypeId, sent), 303);
  }
  const typed = typedOf(form);
  const key = keyOf(typed);
  const mobile = (typed.mobile ?? "").trim();
  const expected = fenIn(typed.expected);
  const expectedGift = fenIn(typed.expectedGift);
  const sold = await attempt(context, () =>
    context.dispatch.call(sellStoredList, {
      ...{ idempotencyKey: key, cardTypeId: cardTypeId ?? 0, path: file, company: typed.company ?? "" },
      ...{
        paymentType: typed.paymentType ?? "",
        ...(mobile && { mobile }),
        ...(expected !== undefined && { expected }),
        ...(expectedGift !== undefined && { expectedGift }),
      },
    }),
  );
  if (sold.ok) {
    const { cards, orderId, principal, gift } = sold.value;
    const to =
      orderId === null ? `/smartCard/list?cardTypeId=${cardTypeId}&status=active` : `/offlineOrderDetail?id=${orderId}`;
    const put = { n: cards, principal: formatYuan(principal), gift: formatYuan(gift) };
    return done(context, to, { text: principal > 0 ? m.stored_list_sold(put) : m.card_list_sold({ n: cards }) });
  }
  const { errors, notice, status, kind } = sold.refusal;
  // After a time-out it may have been done: the same key asks again without doing it twice.
  return back(typed, errors, notice, status, kind === "timeout" ? key : crypto.randomUUID());
}

export default function StoredListSale() {
  const loaded = useLoaderData<typeof loader>();
  const answered = useActionData<typeof action>();
  const { page, key } = answered ?? loaded;
  const errors: FieldErrors = answered?.errors ?? {};
  const busy = useNavigation().state !== "idle";
  const { chosen, list } = page;
  return (
    <div className="page" aria-busy={busy}>
      <header className="page-head">
        <h1>{m.stored_list()}</h1>
        <div className="toolbar">
          <Link className="button" to="/smartCard/list/counter">
            {m.stored_counter()}
          </Link>
        </div>
      </header>
      <FormNotice notice={answered?.notice} errors={list && errors.file ? { "": errors.file } : undefined} />
      {!list && <p className="dim">{m.stored_list_about()}</p>}
      {list && chosen ? (
        <>
          <ListPreview
            list={list}
            typeName={chosen.name}
            again={addressOf(chosen.id, "")}
            figures={figuresOf(list, chosen)}
          />
          {list.problem === "" && list.wrong === 0 && list.people > 0 && (
            <Pay key={key} page={page} typed={answered?.typed ?? {}} errors={errors} idempotencyKey={key} />
          )}
        </>
      ) : (
        <>
          <Types types={page.types} chosen={chosen} />
          {chosen && chosen.whyNot === "" && <Send typeId={chosen.id} error={errors.file?.[0]} busy={busy} />}
        </>
      )}
    </div>
  );
}

type Page = Awaited<ReturnType<typeof pageOf>>;

function Types({ types, chosen }: Pick<Page, "types" | "chosen">) {
  return (
    <section className="panel" aria-labelledby="stored-list-type">
      <h2 id="stored-list-type">{m.card_list_type()}</h2>
      {types.length === 0 && <p className="empty">{m.card_list_none()}</p>}
      <nav className="toolbar" aria-label={m.card_choose_type()}>
        {types.map(({ id, name }) => (
          <Link
            key={id}
            className={id === chosen?.id ? "button button-primary" : "button"}
            aria-current={id === chosen?.id ? "true" : undefined}
            to={addressOf(id, "")}
          >
            {name}
          </Link>
        ))}
      </nav>
      {chosen && (
        <p>
          {eachOf(chosen)}
          {chosen.asks.length > 0 && ` · ${m.card_list_asks({ labels: chosen.asks.join(m.words_comma()) })}`}
        </p>
      )}
      {chosen?.whyNot && <p className="field-error">{chosen.whyNot}</p>}
    </section>
  );
}

function eachOf({ payable, deposit }: { payable: number; deposit: number }): string {
  if (payable + deposit === 0) return m.stored_list_free();
  return deposit > 0
    ? m.card_list_each_deposit({ amount: formatYuan(payable), deposit: formatYuan(deposit) })
    : m.card_list_each({ amount: formatYuan(payable) });
}

function Send({ typeId, error, busy }: { typeId: number; error: string | undefined; busy: boolean }) {
  return (
    <>
      <section className="panel" aria-labelledby="stored-list-template">
        <h2 id="stored-list-template">{m.card_list_template()}</h2>
        <p className="dim">{m.stored_list_template_help()}</p>
        <a className="button" href={`${path}/template`} download>
          {m.imports_template_csv()}
        </a>
      </section>
      <Form method="post" action={addressOf(typeId, "")} encType="multipart/form-data" className="panel" reloadDocument>
        <h2>{m.card_list_file()}</h2>
        <FileInput
          name="file"
          label={m.imports_file()}
          accept="file"
          only={importFormats}
          most={1}
          files={[]}
          help={m.card_list_file_help({ n: mostOfStoredList })}
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

/** What each row puts onto its card and costs in all; nothing is said of a list without top-ups. */
function figuresOf(list: NonNullable<Page["list"]>, { payable, deposit }: { payable: number; deposit: number }) {
  if (list.principal === 0) return [];
  const rows = new Map(list.rows.map((row) => [row.line, row]));
  const principal = (line: number) => rows.get(line)?.principal ?? 0;
  const figures: ListFigure[] = [
    { label: m.stored_principal(), of: principal, sum: list.principal },
    { label: m.stored_gift(), of: (line) => rows.get(line)?.gift ?? 0, sum: list.gift },
    { label: m.stored_list_due(), of: (line) => payable + deposit + principal(line), sum: totalOf(list) },
  ];
  return figures;
}

const totalOf = ({ payable, deposit, principal }: Pick<StoredList, "payable" | "deposit" | "principal">) =>
  payable + deposit + principal;

function sumsOf(list: Pick<StoredList, "payable" | "deposit" | "principal" | "gift">): string {
  const { deposit, principal, gift } = list;
  const total = formatYuan(totalOf(list));
  if (principal === 0) return deposit > 0 ? m.card_list_with_deposit({ deposit: formatYuan(deposit), total }) : "";
  const said = { principal: formatYuan(principal), gift: formatYuan(gift), total };
  return deposit > 0 ? m.stored_list_sums({ ...said, deposit: formatYuan(deposit) }) : m.stored_list_sums_plain(said);
}

interface PayProps {
  page: Page;
  typed: Typed;
  errors: FieldErrors;
  idempotencyKey: string;
}

function Pay({ page: { list, chosen, file, paymentTypes }, typed, errors, idempotencyKey }: PayProps) {
  if (!list || !chosen) return null;
  const { people, payable, gift } = list;
  const total = totalOf(list);
  const sums = sumsOf(list);
  return (
    <Form method="post" action={addressOf(chosen.id, file)} className="panel" noValidate>
      <h2>{m.card_list_pay()}</h2>
      <input type="hidden" name="idempotencyKey" value={idempotencyKey} />
      <input type="hidden" name="expected" value={total} />
      <input type="hidden" name="expectedGift" value={gift} />
      <div className="form-grid">
        <Field name="company" label={m.card_list_company()} help={m.card_list_company_help()} errors={errors.company}>
          <input className="input" maxLength={40} autoComplete="organization" defaultValue={typed.company} />
        </Field>
        <Field name="mobile" label={m.card_list_contact()} errors={errors.mobile}>
          <input className="input" inputMode="tel" maxLength={20} autoComplete="off" defaultValue={typed.mobile} />
        </Field>
        {total > 0 && (
          <PaymentField types={paymentTypes} chosen={typed.paymentType} errors={errors.paymentType} id="list" />
        )}
      </div>
      <div className="card-sum">
        <p>
          {m.card_list_total({ n: people })} <strong className="money">¥{formatYuan(payable)}</strong>
        </p>
        {sums && <p>{sums}</p>}
      </div>
      <button className="button button-primary" name="intent" value="sell">
        {m.card_list_go({ n: people })}
      </button>
    </Form>
  );
}
