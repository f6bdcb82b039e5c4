/** An agency applies to work with the corp (`/apply/agency`): beside the sign-in, behind its puzzle, without an account. */
import { type ActionFunctionArgs, data, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import type { ReactNode } from "react";
import type { ConsoleContext } from "~/contract/context";
import type { FieldErrors } from "~/contract/errors";
import { m } from "~/contract/messages";
import { agencyApply, agencyApplyFiles, agencyApplyForm } from "~/contract/travel/apply";
import { applyFiles, applyName, applyPath } from "~/contract/travel/apply-page";
import { typedDay } from "~/contract/typed-day";
import { corpCode as corpCodeRule, today } from "~/contract/validators";
import { DayInput } from "~/form/day-input";
import type { DocumentHandle } from "~/shell/document";
import { useDocument } from "~/shell/document";
import { loadProduct } from "~/shell/product.server";
import { SlideCaptcha } from "~/widgets/slide-captcha";
import { ApplyFiles } from "./apply-files";
import { applyPuzzle, bringFiles, broughtBefore, refusedApplication, textOf, tryClick } from "./applying.server";
import { Field } from "./field";
import { BadNotice, SignInPage } from "./sign-in-page";

export const handle: DocumentHandle = { standalone: true };

const fields = ["name", "type", "licence", "licenceUntil", "contact", "mobile", "email", "address", "remark"] as const;
interface Brought {
  ticket: string;
  name: string;
}
type Values = Record<(typeof fields)[number], string> & { brought: Brought[] };
const nothing = { ...Object.fromEntries(fields.map((name) => [name, ""])), brought: [] as Brought[] } as Values;

/** As at the sign-in: of the address, else of the session. */
function corpOf(request: Request, context: ConsoleContext): string {
  const asked = new URL(request.url).searchParams.get("corpCode") ?? "";
  return corpCodeRule.safeParse(asked).success ? asked : context.session.corpCode;
}

export async function loader({ request, context }: LoaderFunctionArgs) {
  const corpCode = corpOf(request, context);
  const [product, form] = await Promise.all([
    loadProduct(context, corpCode || undefined),
    context.dispatch.call(agencyApplyForm, { corpCode }),
  ]);
  const captcha = form.open ? await applyPuzzle(context) : null;
  return { product, corpCode, ...form, captcha };
}

export async function action({ request, context }: ActionFunctionArgs) {
  const form = await request.formData();
  const values: Values = { ...nothing, brought: broughtBefore(form, "files") };
  for (const name of fields) values[name] = textOf(form, name);
  const { clientAddress, dispatch } = context;
  const before = values.brought.length;
  const chose = form.getAll("files.upload").some((value) => value instanceof File && value.name !== "");
  const corpCode = corpOf(request, context);
  try {
    await tryClick(form, context, applyName);
    const leave = async (count: number) =>
      (await dispatch.call(agencyApplyFiles, { corpCode, count, clientAddress })).tickets;
    const problem = await bringFiles(form, context, "files", values.brought, { ...applyFiles, leave });
    if (problem !== null) return data({ errors: { files: [problem] }, values, number: "" }, { status: 422 });
    const { brought, licenceUntil: until, email, address, remark, ...needed } = values;
    const licenceUntil = typedDay(until, today());
    const optional = Object.entries({ licenceUntil, email, address, remark }).filter(([, value]) => value !== "");
    const { number } = await dispatch.call(agencyApply, {
      ...{ corpCode, ...needed, ...Object.fromEntries(optional) },
      ...{ tickets: brought.map(({ ticket }) => ticket), clientAddress },
    });
    return { errors: {} as FieldErrors, values, number };
  } catch (error) {
    const refused = refusedApplication(error, values);
    // Gone with their time, or never brought: a browser keeps no choice of files.
    if (refused.data.errors.files) values.brought = [];
    else if (chose && values.brought.length === before) refused.data.errors.files = [m.apply_files_again()];
    return refused;
  }
}

export const meta: MetaFunction = () => [{ title: m.apply_title() }];

export default function ApplyAgency() {
  const { product, open } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const title = answer?.number ? m.apply_done() : m.apply_title();
  return (
    <SignInPage product={product} title={title} {...(open && !answer?.number && { lead: m.apply_lead() })}>
      {!open ? (
        <p className="notice notice-warn">{m.apply_closed()}</p>
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
        {m.apply_number()} <strong>{number}</strong>
      </p>
      <ol>
        <li>{m.apply_next_review()}</li>
        <li>{m.apply_next_call({ mobile })}</li>
        <li>{m.apply_next_sign()}</li>
      </ol>
      <p>{m.apply_keep()}</p>
    </>
  );
}

function Application({ values, errors }: { values: Values; errors: FieldErrors }) {
  const { corpCode, captcha, types } = useLoaderData<typeof loader>();
  const { lite } = useDocument();
  const given = (name: (typeof fields)[number]) => ({ name, errors: errors[name], defaultValue: values[name] });
  const wrong = Object.keys(errors).some((name) => name !== "");
  return (
    <form method="post" encType="multipart/form-data" action={`${applyPath}${corpCode ? `?corpCode=${corpCode}` : ""}`}>
      <BadNotice>{errors[""]?.[0] ?? (wrong ? m.apply_check() : undefined)}</BadNotice>
      {/* Enter presses the first button of a form: it must not be the picture's. */}
      <button type="submit" className="visually-hidden" tabIndex={-1} aria-hidden="true" />
      {/* Whom the puzzle is solved for. */}
      <input type="hidden" name="accName" value={applyName} />
      <Field {...given("name")} label={m.travel_agency()} autoComplete="organization" maxLength={80} required />
      <Chosen name="type" label={m.travel_type()} errors={errors.type}>
        <select className="input" id="type" name="type" defaultValue={values.type} required>
          <option value="">{m.apply_type_choose()}</option>
          {types.map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </select>
      </Chosen>
      <Field {...given("licence")} label={m.travel_licence()} maxLength={40} required />
      <Chosen name="licenceUntil" label={m.travel_licence_until()} errors={errors.licenceUntil}>
        <DayInput
          id="licenceUntil"
          name="licenceUntil"
          className="input"
          picks={false}
          defaultValue={values.licenceUntil}
          aria-describedby={errors.licenceUntil ? "licenceUntil-error licenceUntil-help" : "licenceUntil-help"}
        />
        <small className="field-help" id="licenceUntil-help">
          {m.apply_optional()}
        </small>
      </Chosen>
      <Field {...given("contact")} label={m.travel_contact()} autoComplete="name" maxLength={40} required />
      <Field {...given("mobile")} label={m.travel_mobile()} type="tel" autoComplete="tel" maxLength={11} required />
      <Field {...given("email")} label={m.travel_email()} help={m.apply_optional()} type="email" autoComplete="email" />
      <Field {...given("address")} label={m.travel_address()} help={m.apply_optional()} maxLength={200} />
      <Field {...given("remark")} label={m.apply_remark()} help={m.apply_optional()} maxLength={200} />
      <ApplyFiles brought={values.brought} errors={errors.files} />
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

interface ChosenProps {
  name: string;
  label: string;
  errors: string[] | undefined;
  children: ReactNode;
}

function Chosen({ name, label, errors, children }: ChosenProps) {
  return (
    <div className="field">
      <label htmlFor={name}>{label}</label>
      {children}
      {errors && (
        <p className="field-error" id={`${name}-error`}>
          {errors.join(" ")}
        </p>
      )}
    </div>
  );
}
