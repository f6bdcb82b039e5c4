/** Cards for a company (`/seasonCard/seasonCardList/group?type=7&file=…`): a list of people is checked, shown, paid once. */
import { type ActionFunctionArgs, data, type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/node";
import { Form, useActionData, useLoaderData, useNavigation } from "@remix-run/react";
import { cardListLook, sellCardList } from "~/contract/card/card-list";
import { mostOfList } from "~/contract/card/list-bounds";
import type { FieldErrors, Notice } from "~/contract/errors";
import { isFilePath } from "~/contract/files";
import { importFormats } from "~/contract/import-formats";
import { m } from "~/contract/messages";
import { formatYuan } from "~/contract/money";
import { FormNotice } from "~/form/form-notice";
import { attempt, type Typed, typedOf } from "~/form/submission.server";
import { takeFiles } from "~/form/uploads.server";
import { Link } from "~/widgets/link";
import { FileInput } from "~/widgets/upload/file-input";
import { readPayments } from "../ticket/counter-cart";
import { keyOf } from "./counter-form.server";
import { ListPay } from "./list-pay";
import { ListPreview } from "./list-preview";
import "./counter.css";

const path = "/seasonCard/seasonCardList/group";

export const handle = { menu: "/seasonCard/seasonCardList" };
export const meta: MetaFunction = () => [{ title: m.card_list() }];

const idOf = (text: string | null | undefined) => (text && /^[1-9]\d{0,14}$/.test(text) ? Number(text) : undefined);

/** What the address asks for: a type, and a file that was sent. */
function askedOf(request: Request) {
  const query = new URL(request.url).searchParams;
  const file = query.get("file") ?? "";
  return { cardTypeId: idOf(query.get("type")), file: isFilePath(file) ? file : "" };
}

async function pageOf({ request, context }: Pick<LoaderFunctionArgs, "request" | "context">) {
  const { cardTypeId, file } = askedOf(request);
  const answer = await context.dispatch.call(cardListLook, {
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

/** `intent=check` takes a file, `intent=sell` sells what was shown. */
export async function action(args: ActionFunctionArgs) {
  const { request, context } = args;
  const form = await request.formData();
  const { cardTypeId } = askedOf(request);
  const back = async (typed: Typed, errors: FieldErrors, notice: Notice | null, status: number, key: string) =>
    data({ page: await pageOf(args), typed, errors, notice, key }, status);
  if (form.get("intent") === "check") {
    const problem = await takeFiles(context, form, "file", { accept: "file", most: 1 });
    const file = String(form.get("file") ?? "");
    if (problem || file === "")
      return back({}, { file: [problem ?? m.imports_file_none()] }, null, 422, crypto.randomUUID());
    return redirect(addressOf(cardTypeId, file), 303);
  }
  const typed = typedOf(form);
  const key = keyOf(typed);
  const mobile = (typed.mobile ?? "").trim();
  const expected = /^\d{1,12}$/.test(typed.expectedPayable ?? "") ? Number(typed.expectedPayable) : undefined;
  const wrong: Record<string, string[]> = {};
  const payments = readPayments(typed, wrong);
  if (Object.keys(wrong).length > 0) return back(typed, wrong, null, 422, crypto.randomUUID());
  const sold = await attempt(context, () =>
    context.dispatch.call(sellCardList, {
      ...{ idempotencyKey: key, cardTypeId: cardTypeId ?? 0, path: askedOf(request).file },
      ...{ paymentType: typed.paymentType ?? "", payments, company: typed.company ?? "", ...(mobile && { mobile }) },
      agency: (typed.agency ?? "").trim(),
      ...(expected !== undefined && { expectedPayable: expected }),
    }),
  );
  if (sold.ok) return redirect(`${path}/${sold.value.orderId}?sold=1`, 303);
  const { errors, notice, status, kind } = sold.refusal;
  // After a time-out it may have been done: the same key asks again without doing it twice.
  return back(typed, byWay(errors, payments), notice, status, kind === "timeout" ? key : crypto.randomUUID());
}

/** Names the backend's places in the list of payments by the fields that they were typed into. */
const byWay = (errors: FieldErrors, payments: readonly { paymentType: string }[]): FieldErrors =>
  Object.fromEntries(
    Object.entries(errors).map(([path, messages]) => {
      const [, place] = /^payments\.(\d+)\./.exec(path) ?? [];
      const way = place === undefined ? undefined : payments[Number(place)]?.paymentType;
      return [way === undefined ? path : `pay.${way}`, messages];
    }),
  );

export default function CardListSale() {
  const loaded = useLoaderData<typeof loader>();
  const answered = useActionData<typeof action>();
  const { page, key } = answered ?? loaded;
  const errors: FieldErrors = answered?.errors ?? {};
  const busy = useNavigation().state !== "idle";
  const { chosen, list, file } = page;
  return (
    <div className="page" aria-busy={busy}>
      <header className="page-head">
        <h1>{m.card_list()}</h1>
        <div className="toolbar">
          <Link className="button" to="/seasonCard/seasonCardList/counter">
            {m.card_counter()}
          </Link>
        </div>
      </header>
      <FormNotice notice={answered?.notice} errors={list && errors.file ? { "": errors.file } : undefined} />
      {!list && <p className="dim">{m.card_list_about()}</p>}
      {list && chosen ? (
        <>
          <ListPreview list={list} typeName={chosen.name} again={addressOf(chosen.id, "")} />
          {list.problem === "" && list.wrong === 0 && (
            <ListPay
              key={key}
              {...{
                list,
                typed: answered?.typed ?? {},
                errors,
                paymentTypes: page.paymentTypes,
                agencies: page.agencies,
              }}
              idempotencyKey={key}
              action={addressOf(chosen.id, file)}
            />
          )}
        </>
      ) : (
        <>
          <Types types={page.types} chosen={chosen} />
          {chosen && chosen.whyNot === "" && (
            <>
              <section className="panel" aria-labelledby="card-list-template">
                <h2 id="card-list-template">{m.card_list_template()}</h2>
                <p className="dim">{m.card_list_template_help()}</p>
                <a className="button" href={`${path}/template`} download>
                  {m.imports_template_csv()}
                </a>
              </section>
              <Form
                method="post"
                action={addressOf(chosen.id, "")}
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
                  help={m.card_list_file_help({ n: mostOfList })}
                  error={errors.file?.[0]}
                  required
                />
                <button className="button button-primary" name="intent" value="check" disabled={busy}>
                  {m.card_list_check()}
                </button>
              </Form>
            </>
          )}
        </>
      )}
    </div>
  );
}

type Page = Awaited<ReturnType<typeof pageOf>>;

function Types({ types, chosen }: Pick<Page, "types" | "chosen">) {
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
            to={addressOf(id, "")}
          >
            {name}
          </Link>
        ))}
      </nav>
      {chosen && (
        <p>
          {chosen.deposit > 0
            ? m.card_list_each_deposit({ amount: formatYuan(chosen.payable), deposit: formatYuan(chosen.deposit) })
            : m.card_list_each({ amount: formatYuan(chosen.payable) })}
          {chosen.asks.length > 0 && ` · ${m.card_list_asks({ labels: chosen.asks.join(m.words_comma()) })}`}
        </p>
      )}
      {chosen?.asksPhoto && <p className="dim">{m.card_list_photos()}</p>}
      {chosen?.whyNot && <p className="field-error">{chosen.whyNot}</p>}
    </section>
  );
}
