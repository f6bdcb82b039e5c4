/** The counter for cards (`/seasonCard/seasonCardList/counter`): sells one, finds one, and does each of its steps. */
import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { data, redirect } from "@remix-run/node";
import { Form, useActionData, useLoaderData, useNavigation } from "@remix-run/react";
import { useEffect, useRef } from "react";
import { seasonCard } from "~/contract/card/card";
import { cardCounter, sellCard } from "~/contract/card/counter";
import { issueWallet, revokeWallet } from "~/contract/card/wallet";
import type { FieldErrors, Notice } from "~/contract/errors";
import { m } from "~/contract/messages";
import { Field } from "~/form/field";
import { FormNotice } from "~/form/form-notice";
import { attempt, done, noticeOfRefusal, type Typed, typedOf } from "~/form/submission.server";
import { named, takeFiles } from "~/form/uploads.server";
import { Link } from "~/widgets/link";
import { qrPath } from "~/widgets/qr.server";
import { CardFound } from "./card-found";
import { mostPhotos } from "./card-photos";
import { CardSale } from "./card-sale";
import { CardSteps } from "./card-steps";
import type { GivenOut } from "./card-wallet";
import { bySaleField, keyOf, readSale, readStep } from "./counter-form.server";
import "./counter.css";

const path = "/seasonCard/seasonCardList/counter";

export const handle = { menu: "/seasonCard/seasonCardList" };
export const meta: MetaFunction = () => [{ title: m.card_counter() }];

const idOf = (text: string | null) => (text && /^[1-9]\d{0,14}$/.test(text) ? Number(text) : undefined);

async function pageOf({ request, context }: Pick<LoaderFunctionArgs, "request" | "context">) {
  const asked = new URL(request.url).searchParams;
  const find = (asked.get("find") ?? "").trim().slice(0, 120);
  const cardId = idOf(asked.get("card"));
  const answer = await context.dispatch.call(cardCounter, {
    ...(find !== "" && { find }),
    ...(cardId !== undefined && { cardId }),
  });
  const chosen = idOf(asked.get("type"));
  // A second call only where there are pictures to name.
  const photos = answer.card ? await named(context, answer.card.photoFiles) : [];
  return {
    ...answer,
    photos,
    find,
    chosen: answer.types.find(({ id }) => id === chosen) ?? answer.types[0] ?? null,
    soldOrder: idOf(asked.get("sold")) ?? null,
    /** A type was chosen: what is typed next is a holder. */
    selling: chosen !== undefined && answer.card === null,
  };
}

export async function loader(args: LoaderFunctionArgs) {
  return { page: await pageOf(args), key: crypto.randomUUID() };
}

/** `intent=sell` sells a card; the others are the steps of the card in `cardId`. */
export async function action(args: ActionFunctionArgs) {
  const { request, context } = args;
  const form = await request.formData();
  const problem =
    form.get("intent") === "photos"
      ? await takeFiles(context, form, "photos", { accept: "image", most: mostPhotos })
      : null;
  const typed = typedOf(form);
  const key = keyOf(typed);
  const back = async (
    wrong: FieldErrors,
    notice: Notice | null,
    status: number,
    unknown: boolean,
    given: GivenOut | null = null,
  ) => {
    // After a time-out it may have been done: the same key asks again without doing it twice.
    const next = unknown ? key : crypto.randomUUID();
    return data({ page: await pageOf(args), typed, errors: wrong, notice, key: next, given }, status);
  };
  if (typed.intent === "sell") {
    const { wish, places } = readSale(typed, key);
    const sold = await attempt(context, () => context.dispatch.call(sellCard, wish), m.error_card_title());
    if (sold.ok) return redirect(`${path}?card=${sold.value.cardId}&sold=${sold.value.orderId}`, 303);
    const { errors, notice, status, kind } = sold.refusal;
    return back(bySaleField(errors, places), notice, status, kind === "timeout");
  }
  if (typed.intent === "photos") {
    if (problem) return back({ photos: [problem] }, null, 422, false);
    const [id, rowVersion] = [idOf(typed.cardId ?? null) ?? 0, Number(typed.rowVersion) || 0];
    const photos = typed.photos || null;
    const tried = await attempt(context, () =>
      context.dispatch.call(seasonCard.methods.save, { id, rowVersion, photos } as never),
    );
    if (tried.ok) return done(context, `${path}?card=${id}`, { text: m.card_photos_saved() });
    const { errors: wrong, notice, status } = tried.refusal;
    return back(wrong, notice, status, false);
  }
  if (typed.intent === "wallet") {
    const cardId = idOf(typed.cardId ?? null) ?? 0;
    const tried = await attempt(context, () => context.dispatch.call(issueWallet, { cardId }), m.error_card_title());
    if (!tried.ok) return back({}, noticeOfRefusal(tried.refusal), tried.refusal.status, false);
    // Shown this once: only its hash is kept.
    const address = `${context.origin}${tried.value.path}`;
    return back({}, null, 200, false, { address, qr: qrPath(address) });
  }
  if (typed.intent === "walletOff") {
    const cardId = idOf(typed.cardId ?? null) ?? 0;
    const tried = await attempt(context, () => context.dispatch.call(revokeWallet, { cardId }), m.error_card_title());
    if (!tried.ok) return back({}, noticeOfRefusal(tried.refusal), tried.refusal.status, false);
    return done(context, `${path}?card=${cardId}`, { text: m.card_wallet_revoked({ number: tried.value.number }) });
  }
  const step = readStep(typed, key);
  if (!step) throw new Response(null, { status: 400 });
  const tried = await attempt(
    context,
    () => context.dispatch.call(step.command.method, step.payload),
    m.error_card_title(),
  );
  if (!tried.ok)
    return back(
      tried.refusal.errors,
      noticeOfRefusal(tried.refusal),
      tried.refusal.status,
      tried.refusal.kind === "timeout",
    );
  const next = tried.value.answer?.cardId ?? step.payload.id;
  const text = tried.value.notice ?? m.commands_done({ command: step.command.label() });
  return done(context, `${path}?card=${next}`, { text });
}

export default function CardCounter() {
  const loaded = useLoaderData<typeof loader>();
  const answered = useActionData<typeof action>();
  const { page, key } = answered ?? loaded;
  const typed: Typed = answered?.typed ?? {};
  const errors: FieldErrors = answered?.errors ?? {};
  // Steps have fields of the same names as the sale: each keeps its own.
  const ofSale = typed.intent === "sell";
  const busy = useNavigation().state !== "idle";
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (answered) place.current?.querySelector<HTMLElement>("[aria-invalid=true]")?.focus();
  }, [answered]);
  // Found alone, it is open already.
  const isOnly = page.card !== null && page.found.length < 2 && (page.found[0]?.id ?? page.card.id) === page.card.id;
  const shown = `${page.card?.id} ${key}`;
  // What was pressed is gone with its step: the next card is found from where one stands.
  useEffect(() => {
    if (shown && document.activeElement === document.body)
      place.current?.querySelector<HTMLElement>("[name=find]")?.focus({ preventScroll: true });
  }, [shown]);
  return (
    <div className="page" ref={place} aria-busy={busy}>
      <header className="page-head">
        <h1>{m.card_counter()}</h1>
        <div className="toolbar">
          {page.maySell && (
            <Link className="button" to="/seasonCard/seasonCardList/group">
              {m.card_list()}
            </Link>
          )}
          <Link className="button" to="/seasonCard/seasonCardList">
            {m.fun_season_card_list()}
          </Link>
        </div>
      </header>
      <FormNotice
        notice={answered?.notice}
        errors={Object.keys(errors).length > 0 ? { "": [m.engine_check_errors()] } : undefined}
      />
      <div className="card-counter">
        <div>
          <Form method="get" action={path} className="panel card-find" role="search">
            <Field name="find" label={m.card_find()} help={m.card_find_help()}>
              <input
                className="input"
                maxLength={120}
                autoComplete="off"
                defaultValue={page.find}
                autoFocus={!page.selling}
              />
            </Field>
            <button className="button button-primary">{m.card_find()}</button>
          </Form>
          {page.find !== "" && !isOnly && <CardFound found={page.found} path={path} whyNot={page.findWhyNot} />}
          {page.card && (
            <CardSteps
              key={`${page.card.id}-${key}`}
              card={page.card}
              soldOrder={page.soldOrder}
              paymentTypes={page.paymentTypes}
              idempotencyKey={key}
              path={path}
              given={answered?.given ?? null}
              photos={page.photos}
              photoProblem={errors.photos?.[0]}
              typed={ofSale ? {} : typed}
              errors={ofSale ? {} : errors}
            />
          )}
        </div>
        {page.maySell && (
          <CardSale
            // Another type keeps what was typed; a card that was sold or found does not.
            key={page.card?.id ?? 0}
            page={page}
            typed={ofSale ? typed : {}}
            errors={ofSale ? errors : {}}
            idempotencyKey={key}
            path={path}
          />
        )}
      </div>
    </div>
  );
}
