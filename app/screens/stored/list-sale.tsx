/** Stored-value cards for a company (`/smartCard/list/group?type=7&file=…`): a list of people is checked, shown, paid once. */
import { type ActionFunctionArgs, data, type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/node";
import { useActionData, useLoaderData, useNavigation } from "@remix-run/react";
import { mostOfStoredList } from "~/contract/card/list-bounds";
import type { FieldErrors, Notice } from "~/contract/errors";
import { m } from "~/contract/messages";
import { formatYuan } from "~/contract/money";
import { type StoredList, sellStoredList, storedListLook } from "~/contract/stored/card-list";
import { FormNotice } from "~/form/form-notice";
import { attempt, done, type Typed, typedOf } from "~/form/submission.server";
import { takeFiles } from "~/form/uploads.server";
import { Link } from "~/widgets/link";
import { keyOf } from "../card/counter-form.server";
import { addressOf, askedOf, chosenOf, fenIn } from "../card/list-address";
import { depositSums, ListPayForm, ListSend, ListTypes } from "../card/list-parts";
import { type ListFigure, ListPreview } from "../card/list-preview";
import { PaymentField } from "../card/payment-field";
import "../card/counter.css";

const path = "/smartCard/list/group";

export const handle = { menu: "/smartCard/list" };
export const meta: MetaFunction = () => [{ title: m.stored_list() }];

async function pageOf({ request, context }: Pick<LoaderFunctionArgs, "request" | "context">) {
  const { cardTypeId, file } = askedOf(request);
  const answer = await context.dispatch.call(storedListLook, {
    ...(cardTypeId !== undefined && { cardTypeId }),
    ...(file !== "" && { path: file }),
  });
  return { ...answer, chosen: chosenOf(answer.types, cardTypeId), file: answer.list ? file : "" };
}

export async function loader(args: LoaderFunctionArgs) {
  return { page: await pageOf(args), key: crypto.randomUUID() };
}

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
    return redirect(addressOf(path, cardTypeId, sent), 303);
  }
  const typed = typedOf(form);
  const key = keyOf(typed);
  const mobile = (typed.mobile ?? "").trim();
  const expected = fenIn(typed.expected);
  const expectedGift = fenIn(typed.expectedGift);
  const sold = await attempt(
    context,
    () =>
      context.dispatch.call(sellStoredList, {
        ...{ idempotencyKey: key, cardTypeId: cardTypeId ?? 0, path: file, company: typed.company ?? "" },
        ...{
          paymentType: typed.paymentType ?? "",
          ...(mobile && { mobile }),
          ...(expected !== undefined && { expected }),
          ...(expectedGift !== undefined && { expectedGift }),
        },
      }),
    m.error_card_title(),
  );
  if (sold.ok) {
    const { listId, cards, principal, gift } = sold.value;
    const put = { n: cards, principal: formatYuan(principal), gift: formatYuan(gift) };
    return done(context, `${path}/${listId}`, {
      text: principal > 0 ? m.stored_list_sold(put) : m.card_list_sold({ n: cards }),
    });
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
            again={addressOf(path, chosen.id)}
            figures={figuresOf(list, chosen)}
          />
          {list.problem === "" && list.wrong === 0 && list.people > 0 && (
            <Pay key={key} page={page} typed={answered?.typed ?? {}} errors={errors} idempotencyKey={key} />
          )}
        </>
      ) : (
        <>
          <ListTypes path={path} types={page.types} chosen={chosen} free={m.stored_list_free()} />
          {chosen && chosen.whyNot === "" && (
            <ListSend
              {...{ path, typeId: chosen.id, busy }}
              help={m.stored_list_template_help()}
              most={mostOfStoredList}
              error={errors.file?.[0]}
            />
          )}
        </>
      )}
    </div>
  );
}

type Page = Awaited<ReturnType<typeof pageOf>>;

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

/** What the sum is made of, and the gifts that nobody pays. */
function sumsOf(list: Pick<StoredList, "payable" | "deposit" | "principal" | "gift">): string {
  const { payable, deposit, principal, gift } = list;
  if (principal === 0) return depositSums(list);
  const parts = [
    ...(payable > 0 ? [m.stored_list_part_fees({ amount: formatYuan(payable) })] : []),
    ...(deposit > 0 ? [m.stored_list_part_deposit({ amount: formatYuan(deposit) })] : []),
    m.stored_list_part_top_up({ amount: formatYuan(principal) }),
  ];
  return m.stored_list_sums({ parts: parts.join(m.words_comma()), gift: formatYuan(gift) });
}

interface PayProps {
  page: Page;
  typed: Typed;
  errors: FieldErrors;
  idempotencyKey: string;
}

function Pay({ page: { list, chosen, file, paymentTypes }, typed, errors, idempotencyKey }: PayProps) {
  if (!list || !chosen) return null;
  const { people, payable, principal, gift } = list;
  const total = totalOf(list);
  return (
    <ListPayForm
      {...{ typed, errors, people }}
      due={principal > 0 ? total : payable}
      action={addressOf(path, chosen.id, file)}
      sums={sumsOf(list)}
      shown={{ idempotencyKey, expected: total, expectedGift: gift }}
      fields={
        total > 0 && (
          <PaymentField types={paymentTypes} chosen={typed.paymentType} errors={errors.paymentType} id="list" />
        )
      }
    />
  );
}
