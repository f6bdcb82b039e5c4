/** Cards for a company (`/seasonCard/seasonCardList/group?type=7&file=…`): a list of people is checked, shown, paid once. */
import { type ActionFunctionArgs, data, type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/node";
import { useActionData, useLoaderData, useNavigation } from "@remix-run/react";
import { cardListLook, sellCardList } from "~/contract/card/card-list";
import { mostOfList } from "~/contract/card/list-bounds";
import type { FieldErrors, Notice } from "~/contract/errors";
import { m } from "~/contract/messages";
import { FormNotice } from "~/form/form-notice";
import { attempt, type Typed, typedOf } from "~/form/submission.server";
import { takeFiles } from "~/form/uploads.server";
import { Link } from "~/widgets/link";
import { readPayments } from "../ticket/counter-cart";
import { keyOf } from "./counter-form.server";
import { addressOf, askedOf, chosenOf, fenIn } from "./list-address";
import { ListSend, ListTypes } from "./list-parts";
import { ListPay } from "./list-pay";
import { ListPreview } from "./list-preview";
import "./counter.css";

const path = "/seasonCard/seasonCardList/group";

export const handle = { menu: "/seasonCard/seasonCardList" };
export const meta: MetaFunction = () => [{ title: m.card_list() }];

async function pageOf({ request, context }: Pick<LoaderFunctionArgs, "request" | "context">) {
  const { cardTypeId, file } = askedOf(request);
  const answer = await context.dispatch.call(cardListLook, {
    ...(cardTypeId !== undefined && { cardTypeId }),
    ...(file !== "" && { path: file }),
  });
  return { ...answer, chosen: chosenOf(answer.types, cardTypeId), file: answer.list ? file : "" };
}

export async function loader(args: LoaderFunctionArgs) {
  return { page: await pageOf(args), key: crypto.randomUUID() };
}

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
    return redirect(addressOf(path, cardTypeId, file), 303);
  }
  const typed = typedOf(form);
  const key = keyOf(typed);
  const mobile = (typed.mobile ?? "").trim();
  const expected = fenIn(typed.expectedPayable);
  const wrong: Record<string, string[]> = {};
  const payments = readPayments(typed, wrong);
  if (Object.keys(wrong).length > 0) return back(typed, wrong, null, 422, crypto.randomUUID());
  const sold = await attempt(
    context,
    () =>
      context.dispatch.call(sellCardList, {
        ...{ idempotencyKey: key, cardTypeId: cardTypeId ?? 0, path: askedOf(request).file },
        ...{ paymentType: typed.paymentType ?? "", payments, company: typed.company ?? "", ...(mobile && { mobile }) },
        agency: (typed.agency ?? "").trim(),
        ...(expected !== undefined && { expectedPayable: expected }),
      }),
    m.error_card_title(),
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
          <ListPreview list={list} typeName={chosen.name} again={addressOf(path, chosen.id)} />
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
              action={addressOf(path, chosen.id, file)}
            />
          )}
        </>
      ) : (
        <>
          <ListTypes path={path} types={page.types} chosen={chosen}>
            {chosen?.asksPhoto && <p className="dim">{m.card_list_photos()}</p>}
          </ListTypes>
          {chosen && chosen.whyNot === "" && (
            <ListSend
              {...{ path, typeId: chosen.id, busy }}
              help={m.card_list_template_help()}
              most={mostOfList}
              error={errors.file?.[0]}
            />
          )}
        </>
      )}
    </div>
  );
}
