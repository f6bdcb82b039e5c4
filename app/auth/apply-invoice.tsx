/** A visitor asks for the invoice of the order on a receipt (`/apply/invoice?code=…`): its code, a puzzle, no account. */
import { type ActionFunctionArgs, data, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import type { ConsoleContext } from "~/contract/context";
import { type FieldErrors, isDispatchError } from "~/contract/errors";
import { invoiceApply, invoiceApplyForm } from "~/contract/invoice/apply";
import { invoiceApplyName, invoiceApplyPath } from "~/contract/invoice/apply-page";
import { m } from "~/contract/messages";
import { formatYuan } from "~/contract/money";
import { captchaNeededCode, captchaSize, signInNeeds, verifyImage } from "~/contract/platform/captcha";
import { corpCode as corpCodeRule } from "~/contract/validators";
import { BuyerFields, buyerNames } from "~/form/invoice-buyer";
import { type DocumentHandle, useDocument } from "~/shell/document";
import { loadProduct } from "~/shell/product.server";
import { type CaptchaState, SlideCaptcha } from "~/widgets/slide-captcha";
import { newPicture } from "./captcha-state.server";
import { keepKey, keysKept, rememberBuyer, rememberedBuyer } from "./remembered-buyer.server";
import { BadNotice, SignInPage } from "./sign-in-page";

export const handle: DocumentHandle = { standalone: true };
export const meta: MetaFunction = () => [{ title: m.invoice_apply_title() }];

type Values = Readonly<Record<string, string>>;

/** Of the receipt; the tenant as at the sign-in: of the address, else of the session. */
function askedOf(request: Request, { session }: ConsoleContext) {
  const query = new URL(request.url).searchParams;
  const corp = query.get("corpCode") ?? "";
  const corpCode = corpCodeRule.safeParse(corp).success ? corp : session.corpCode;
  return { code: (query.get("code") ?? "").trim().slice(0, 60), ...(corpCode && { corpCode }) };
}

export async function loader({ request, context }: LoaderFunctionArgs) {
  const asked = askedOf(request, context);
  const [product, form, needs] = await Promise.all([
    loadProduct(context, asked.corpCode),
    context.dispatch.call(invoiceApplyForm, { ...asked, keys: keysKept(request) }),
    context.dispatch.call(signInNeeds, {}, { silent: true }),
  ]);
  const open = form.known && form.whyNot === "";
  const captcha: CaptchaState | null = !open
    ? null
    : needs?.passed
      ? "passed"
      : ((await newPicture(context)) ?? "trouble");
  return { product, asked, ...form, captcha, remembered: rememberedBuyer(request) };
}

export async function action({ request, context }: ActionFunctionArgs) {
  const form = await request.formData();
  const values: Values = Object.fromEntries(buyerNames.map((name) => [name, textOf(form, name)]));
  try {
    await tryClick(form, context);
    const { serial, gross, key } = await context.dispatch.call(invoiceApply, {
      ...{ ...askedOf(request, context), ...values },
      clientAddress: context.clientAddress,
    } as never);
    const headers = new Headers({ "set-cookie": rememberBuyer(request, values, form.get("remember") === "T") });
    if (key) headers.append("set-cookie", keepKey(request, key));
    const done = { errors: {} as FieldErrors, values, serial, gross: formatYuan(gross) };
    return data(done, { headers });
  } catch (error) {
    return refused(error, values);
  }
}

/** Without scripts the click on the picture comes with the form. */
async function tryClick(form: FormData, { dispatch, clientAddress }: ConsoleContext): Promise<void> {
  const [x = "", y = ""] = ["captcha.x", "captcha.y"].map((name) => textOf(form, name));
  if (!/^\d{1,4}$/.test(x) || !/^\d{1,4}$/.test(y)) return;
  const [left = "", top = ""] = [x, y].map((place) => String(Number(place) - captchaSize.piece / 2));
  await dispatch.call(verifyImage, { x_index: left, y_index: top, accName: invoiceApplyName, clientAddress });
}

function refused(error: unknown, values: Values) {
  if (!isDispatchError(error)) throw error;
  const { failure } = error;
  const nothing = { values, serial: "", gross: "" };
  if (failure.kind === "invalid") return data({ errors: failure.errors, ...nothing }, { status: 422 });
  const status = failure.kind === "failed" ? failure.status : undefined;
  const at = status === captchaNeededCode ? "captcha" : "";
  const errors: FieldErrors = { [at]: [failure.message] };
  return data({ errors, ...nothing }, { status: status === captchaNeededCode ? status : 409 });
}

/** One value: a field sent twice, or a file, is no text. */
function textOf(form: FormData, name: string): string {
  const [value, ...more] = form.getAll(name);
  return typeof value === "string" && more.length === 0 ? value.trim() : "";
}

export default function ApplyInvoice() {
  const { product, known, of, orderNo, left, whyNot, invoices, remembered } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const done = answer?.serial ?? "";
  return (
    <SignInPage
      product={product}
      title={done ? m.invoice_apply_done() : m.invoice_apply_title()}
      {...(known && !done && { lead: of === "topUp" ? m.invoice_apply_lead_top_up() : m.invoice_apply_lead() })}
    >
      {!known ? (
        <p className="notice notice-warn">{m.invoice_apply_unknown()}</p>
      ) : (
        <>
          <p>
            {of === "topUp" ? m.invoice_apply_top_up() : m.invoice_apply_order()} <strong>{orderNo}</strong>
            {!done && left > 0 && ` · ${m.invoice_apply_left()} ¥${formatYuan(left)}`}
          </p>
          {done ? (
            <p className="notice notice-good" role="status">
              {m.invoice_apply_serial()} <strong>{done}</strong> · ¥{answer?.gross} · {m.invoice_apply_next()}
            </p>
          ) : whyNot ? (
            <p className="notice notice-warn">{whyNot}</p>
          ) : (
            <Request values={answer?.values ?? remembered} errors={answer?.errors ?? {}} />
          )}
          {invoices.length > 0 && !done && <Before invoices={invoices} />}
        </>
      )}
    </SignInPage>
  );
}

type Invoices = Awaited<ReturnType<typeof loader>>["invoices"];

function Before({ invoices }: { invoices: Invoices }) {
  return (
    <section aria-labelledby="invoice-before">
      <h2 id="invoice-before">{m.invoice_apply_before()}</h2>
      <ul>
        {invoices.map(({ serial, number, title, gross, files, own, ...buyer }) => (
          <li key={serial}>
            {title} · ¥{formatYuan(gross)} · {number || serial}
            <Buyer {...buyer} />
            {number && !own && <p className="dim">{m.invoice_apply_elsewhere()}</p>}
            {files.map(({ name, link }) => (
              <p key={link}>
                <a href={link} download={name}>
                  {m.invoice_apply_file()} {name}
                </a>
              </p>
            ))}
          </li>
        ))}
      </ul>
    </section>
  );
}

/** What was filled in beside the title: whole on the device on which it was typed. */
function Buyer({ taxNumber, mail, address, bank }: Pick<Invoices[number], "taxNumber" | "mail" | "address" | "bank">) {
  const rows = [
    [m.invoice_tax_number(), taxNumber],
    [m.invoice_mail(), mail],
    [m.invoice_address(), address],
    [m.invoice_bank(), bank],
  ].filter(([, value]) => value);
  if (rows.length === 0) return null;
  return (
    <dl className="facts">
      {rows.map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

function Request({ values, errors }: { values: Values; errors: FieldErrors }) {
  const { asked, captcha, remembered } = useLoaderData<typeof loader>();
  const { lite } = useDocument();
  const wrong = Object.keys(errors).some((name) => name !== "");
  return (
    <form method="post" action={`${invoiceApplyPath}?${new URLSearchParams(asked)}`} noValidate>
      <BadNotice>{errors[""]?.[0] ?? (wrong ? m.apply_check() : undefined)}</BadNotice>
      {/* Enter presses the first button of a form: it must not be the picture's. */}
      <button type="submit" className="visually-hidden" tabIndex={-1} aria-hidden="true" />
      {/* Whom the puzzle is solved for. */}
      <input type="hidden" name="accName" value={invoiceApplyName} />
      <BuyerFields typed={values} errors={errors} />
      <label className="check">
        <input type="checkbox" name="remember" value="T" defaultChecked={Boolean(remembered.title)} />
        {m.invoice_apply_remember()}
      </label>
      {captcha && (
        <div className="field captcha">
          <SlideCaptcha state={captcha} lite={lite} />
          {errors.captcha && (
            <p className="field-error" role="alert">
              {errors.captcha.join(" ")}
            </p>
          )}
        </div>
      )}
      <button type="submit" className="button button-primary sign-in-submit">
        {m.invoice_submit()}
      </button>
    </form>
  );
}
