/** A company applies to become a tenant (`/apply/tenant`): beside the sign-in, behind its puzzle, without an account. */
import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import type { FieldErrors } from "~/contract/errors";
import { m } from "~/contract/messages";
import { tenantApply, tenantApplyForm } from "~/contract/tenant/application";
import { tenantApplyName, tenantApplyPath } from "~/contract/tenant/apply-page";
import type { DocumentHandle } from "~/shell/document";
import { useDocument } from "~/shell/document";
import { loadProduct } from "~/shell/product.server";
import { SlideCaptcha } from "~/widgets/slide-captcha";
import { applyPuzzle, refusedApplication, textOf, tryClick } from "./applying.server";
import { Field } from "./field";
import { BadNotice, SignInPage } from "./sign-in-page";

export const handle: DocumentHandle = { standalone: true };

const fields = ["name", "licence", "contact", "mobile", "email", "wishes"] as const;
type Values = Record<(typeof fields)[number], string>;
const nothing = Object.fromEntries(fields.map((name) => [name, ""])) as Values;

export async function loader({ context }: LoaderFunctionArgs) {
  const [product, { open }] = await Promise.all([loadProduct(context), context.dispatch.call(tenantApplyForm, {})]);
  return { product, open, captcha: open ? await applyPuzzle(context) : null };
}

export async function action({ request, context }: ActionFunctionArgs) {
  const form = await request.formData();
  const values: Values = { ...nothing };
  for (const name of fields) values[name] = textOf(form, name);
  try {
    await tryClick(form, context, tenantApplyName);
    const { email, wishes, ...needed } = values;
    const optional = Object.entries({ email, wishes }).filter(([, value]) => value !== "");
    const { number } = await context.dispatch.call(tenantApply, {
      ...{ ...needed, ...Object.fromEntries(optional) },
      clientAddress: context.clientAddress,
    });
    return { errors: {} as FieldErrors, values, number };
  } catch (error) {
    return refusedApplication(error, values);
  }
}

export const meta: MetaFunction = () => [{ title: m.tenant_apply_title() }];

export default function ApplyTenant() {
  const { product, open } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const title = answer?.number ? m.tenant_apply_done() : m.tenant_apply_title();
  return (
    <SignInPage product={product} title={title} {...(open && !answer?.number && { lead: m.tenant_apply_lead() })}>
      {!open ? (
        <p className="notice notice-warn">{m.tenant_apply_closed()}</p>
      ) : answer?.number ? (
        <Done number={answer.number} mobile={answer.values.mobile} />
      ) : (
        <Application values={answer?.values ?? nothing} errors={answer?.errors ?? {}} />
      )}
      <p className="sign-in-or">
        <a href="/login">{m.auth_back_to_login()}</a>
      </p>
    </SignInPage>
  );
}

function Done({ number, mobile }: { number: string; mobile: string }) {
  return (
    <>
      <p className="notice notice-good" role="status">
        {m.tenant_number()} <strong>{number}</strong>
      </p>
      <ol>
        <li>{m.tenant_apply_next_review()}</li>
        <li>{m.tenant_apply_next_call({ mobile })}</li>
        <li>{m.tenant_apply_next_open()}</li>
      </ol>
      <p>{m.apply_keep()}</p>
    </>
  );
}

function Application({ values, errors }: { values: Values; errors: FieldErrors }) {
  const { captcha } = useLoaderData<typeof loader>();
  const { lite } = useDocument();
  const given = (name: keyof Values) => ({ name, errors: errors[name], defaultValue: values[name] });
  const wrong = Object.keys(errors).some((name) => name !== "");
  return (
    <form method="post" action={tenantApplyPath}>
      <BadNotice>{errors[""]?.[0] ?? (wrong ? m.apply_check() : undefined)}</BadNotice>
      {/* Enter presses the first button of a form: it must not be the picture's. */}
      <button type="submit" className="visually-hidden" tabIndex={-1} aria-hidden="true" />
      {/* Whom the puzzle is solved for. */}
      <input type="hidden" name="accName" value={tenantApplyName} />
      <Field {...given("name")} label={m.tenant_company()} autoComplete="organization" maxLength={80} required />
      <Field {...given("licence")} label={m.tenant_licence()} maxLength={40} required />
      <Field {...given("contact")} label={m.tenant_contact()} autoComplete="name" maxLength={40} required />
      <Field {...given("mobile")} label={m.tenant_mobile()} type="tel" autoComplete="tel" maxLength={11} required />
      <Field {...given("email")} label={m.tenant_email()} help={m.apply_optional()} type="email" autoComplete="email" />
      <Field {...given("wishes")} label={m.tenant_apply_wishes()} help={m.apply_optional()} maxLength={300} />
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
        {m.apply_submit()}
      </button>
    </form>
  );
}
