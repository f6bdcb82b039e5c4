/** The counter for stored value (`/smartCard/list/counter`): finds a card, says what it holds, and does each of its steps. */
import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { data } from "@remix-run/node";
import { Form, useActionData, useLoaderData, useNavigation } from "@remix-run/react";
import { useEffect, useRef } from "react";
import type { FieldErrors, Notice } from "~/contract/errors";
import { m } from "~/contract/messages";
import { formatYuan, parseYuan } from "~/contract/money";
import { storedCounter } from "~/contract/stored/counter";
import { issueStoredWallet, revokeStoredWallet } from "~/contract/stored/wallet";
import { Field } from "~/form/field";
import { FormNotice } from "~/form/form-notice";
import { attempt, done, noticeOfRefusal, type Typed, typedOf } from "~/form/submission.server";
import { Link } from "~/widgets/link";
import { qrPath } from "~/widgets/qr.server";
import type { GivenOut } from "../card/card-wallet";
import { keyOf } from "../card/counter-form.server";
import { askedRefund, askedTopUp, needsQuote, readStep } from "./counter-form.server";
import { StoredCard } from "./stored-card";
import "../card/counter.css";

const path = "/smartCard/list/counter";

export const handle = { menu: "/smartCard/list" };
export const meta: MetaFunction = () => [{ title: m.stored_counter() }];

const idOf = (text: string | null) => (text && /^[1-9]\d{0,14}$/.test(text) ? Number(text) : undefined);

async function pageOf(
  { request, context }: Pick<LoaderFunctionArgs, "request" | "context">,
  about: ReturnType<typeof askedTopUp> & ReturnType<typeof askedRefund> = {},
  spending = "",
) {
  const asked = new URL(request.url).searchParams;
  const find = (asked.get("find") ?? "").trim().slice(0, 120);
  const cardId = idOf(asked.get("card"));
  const asking = (spending || (asked.get("amount") ?? "")).trim().slice(0, 12);
  const amount = parseYuan(asking);
  const answer = await context.dispatch.call(storedCounter, {
    ...(find !== "" && { find }),
    ...(cardId !== undefined && { cardId, ...(amount !== null && amount > 0 && { amount }), ...about }),
  });
  const slip = (asked.get("slip") ?? "").trim().slice(0, 40);
  // The code of a phone by which the card was found goes on to its payment, which uses it up.
  const code = (asked.get("code") ?? (/^WS\./i.test(find) ? find : "")).trim().slice(0, 60);
  return { ...answer, find, asking, slip, code };
}

export async function loader(args: LoaderFunctionArgs) {
  return { page: await pageOf(args), key: crypto.randomUUID() };
}

export async function action(args: ActionFunctionArgs) {
  const { request, context } = args;
  const typed = typedOf(await request.formData());
  const key = keyOf(typed);
  if (typed.intent === "wallet" || typed.intent === "walletOff") return walletAction(args, typed);
  const step = readStep(typed, key);
  if (!step) throw new Response(null, { status: 400 });
  const about = { ...askedTopUp(typed), ...askedRefund(typed) };
  // A purchase that was refused is quoted anew, so that what is pressed next is what the page says now.
  const spending = typed.intent === "spend" ? typed.amount : "";
  const back = async (refused: { errors: FieldErrors; notice: Notice | null }, status: number, next: string) =>
    data({ page: await pageOf(args, about, spending), typed, ...refused, key: next, given: null }, status);
  // The form stays as it is and keeps its focus: its key is that of the page with the step behind it.
  const pageKey = key.endsWith(`-${typed.intent}`) ? key.slice(0, -`-${typed.intent}`.length) : key;
  if (needsQuote(typed)) return back({ errors: {}, notice: null }, 200, pageKey);
  const tried = await attempt(
    context,
    () => context.dispatch.call(step.command.method, step.payload),
    m.error_card_title(),
  );
  if (!tried.ok) {
    const { errors, notice, status, kind } = tried.refusal;
    // After a time-out it may have been done: the same key asks again without doing it twice.
    const next = kind === "timeout" ? key : crypto.randomUUID();
    return back({ errors, notice }, status, next);
  }
  const { cardId: other, slipNo } = (tried.value.answer ?? {}) as { cardId?: number; slipNo?: string };
  const next = other ?? step.payload.id;
  const done_ = m.commands_done({ command: step.command.label() });
  const text = tried.value.notice ?? (tried.value.waiting ? m.stored_waits() : done_);
  const slip = slipNo ? `&slip=${slipNo}` : "";
  return done(context, `${path}?card=${next}${slip}`, { text });
}

/** The link for the holder's phone: given out, shown this once, or taken back. */
async function walletAction(args: ActionFunctionArgs, typed: Typed) {
  const { context } = args;
  const cardId = idOf(typed.cardId ?? null) ?? 0;
  const back = async (notice: Notice | null, status: number, given: GivenOut | null) => {
    const errors: FieldErrors = {};
    return data(
      { page: await pageOf(args), typed: {} as Typed, errors, notice, key: crypto.randomUUID(), given },
      status,
    );
  };
  if (typed.intent === "wallet") {
    const tried = await attempt(
      context,
      () => context.dispatch.call(issueStoredWallet, { cardId }),
      m.error_card_title(),
    );
    if (!tried.ok) return back(noticeOfRefusal(tried.refusal), tried.refusal.status, null);
    const address = `${context.origin}${tried.value.path}`;
    return back(null, 200, { address, qr: qrPath(address) });
  }
  const tried = await attempt(
    context,
    () => context.dispatch.call(revokeStoredWallet, { cardId }),
    m.error_card_title(),
  );
  if (!tried.ok) return back(noticeOfRefusal(tried.refusal), tried.refusal.status, null);
  return done(context, `${path}?card=${cardId}`, { text: m.card_wallet_revoked({ number: tried.value.number }) });
}

export default function StoredCounter() {
  const loaded = useLoaderData<typeof loader>();
  const answered = useActionData<typeof action>();
  const { page, key } = answered ?? loaded;
  const typed: Typed = answered?.typed ?? {};
  const errors: FieldErrors = answered?.errors ?? {};
  const busy = useNavigation().state !== "idle";
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (answered) place.current?.querySelector<HTMLElement>("[aria-invalid=true]")?.focus();
  }, [answered]);
  // Found alone, it is open already.
  const isOnly = page.found.length === 1 && page.found[0]?.id === page.card?.id;
  const shown = `${page.card?.id} ${key}`;
  // What was pressed is gone with its step: the next card is found from where one stands.
  useEffect(() => {
    if (shown && document.activeElement === document.body)
      place.current?.querySelector<HTMLElement>("[name=find]")?.focus({ preventScroll: true });
  }, [shown]);
  return (
    <div className="page" ref={place} aria-busy={busy}>
      <header className="page-head">
        <h1>{m.stored_counter()}</h1>
        <div className="toolbar">
          <Link className="button" to="/smartCard/list">
            {m.fun_smart_card_list()}
          </Link>
        </div>
      </header>
      <FormNotice
        notice={answered?.notice}
        errors={Object.keys(errors).length > 0 ? { "": [m.engine_check_errors()] } : undefined}
      />
      <Form method="get" action={path} className="panel card-find" role="search">
        <Field name="find" label={m.card_find()} help={m.stored_find_help()}>
          <input className="input" maxLength={120} autoComplete="off" defaultValue={page.find} autoFocus />
        </Field>
        <button className="button button-primary">{m.card_find()}</button>
      </Form>
      {page.find !== "" && !isOnly && (page.findWhyNot !== "" || !page.card || page.found.length > 0) && (
        <Found found={page.found} whyNot={page.findWhyNot} />
      )}
      {page.card && (
        <StoredCard
          key={`${page.card.id}-${key}`}
          card={page.card}
          asking={page.asking}
          slip={page.slip}
          code={page.code}
          paymentTypes={page.paymentTypes}
          typed={typed}
          errors={errors}
          idempotencyKey={key}
          path={path}
          given={answered?.given ?? null}
        />
      )}
    </div>
  );
}

type Page = ReturnType<typeof useLoaderData<typeof loader>>["page"];

/** `whyNot`: a code of a phone was read, and is good for nothing now. */
function Found({ found, whyNot }: { found: Page["found"]; whyNot: string }) {
  if (found.length === 0)
    return (
      <section className="panel" role="status">
        <p>{whyNot || m.card_none_found()}</p>
      </section>
    );
  return (
    <section className="panel" aria-label={m.card_find()}>
      <ul className="card-found">
        {found.map(({ id, number, typeName, holderName, stateName, principal, gift }) => (
          <li key={id}>
            <Link to={`${path}?card=${id}`}>{number}</Link>{" "}
            {[typeName, holderName, stateName, `¥${formatYuan(principal + gift)}`].filter(Boolean).join(" · ")}
          </li>
        ))}
      </ul>
    </section>
  );
}
