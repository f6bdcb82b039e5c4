/** /userinfo/factor: the second factors of one's own account. Also where an account that must have one is led to first. */
import { type ActionFunctionArgs, data, type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/node";
import { Form, useActionData, useLoaderData } from "@remix-run/react";
import type { ConsoleContext, FlashKey } from "~/contract/context";
import { type FieldErrors, isDispatchError } from "~/contract/errors";
import { m } from "~/contract/messages";
import {
  factorState,
  forgetDevices,
  passkeyAdd,
  passkeyBegin,
  passkeyRemove,
  recoveryRenew,
  totpBegin,
  totpRemove,
} from "~/contract/platform/second-factor";
import { useDocument } from "~/shell/document";
import { localPath } from "~/shell/local-path";
import { Link } from "~/widgets/link";
import { withTarget } from "./arrival";
import { DevicesPart, type FactorView, factorView, PasskeysPart, RecoveryPart } from "./factor-parts";
import { RecoveryCodes } from "./recovery-codes";
import { BadNotice } from "./sign-in-page";

const page = "/userinfo/factor";

export async function loader({ request, context }: LoaderFunctionArgs) {
  if (!context.user) throw redirect("/login");
  const target = localPath(new URL(request.url).searchParams.get("redirect"), "/index");
  const state = await context.dispatch.call(factorState, {});
  return { ...factorView(state), target, must: context.user.mustEnrol ?? false };
}

interface Outcome {
  errors: FieldErrors;
  /** Recovery codes, shown this once. */
  codes?: string[];
  /** What a new passkey is made from. */
  makes?: string;
  name?: string;
}

export async function action({ request, context }: ActionFunctionArgs) {
  const form = await request.formData();
  const target = localPath(new URL(request.url).searchParams.get("redirect"), "/index");
  const name = String(form.get("name") ?? "").trim();
  try {
    return await act(context, form, name, target);
  } catch (error) {
    if (!isDispatchError(error) || error.failure.kind === "signedOut") throw error;
    const { failure } = error;
    const errors: FieldErrors = failure.kind === "invalid" ? failure.errors : { "": [failure.message] };
    return data({ errors, name } as Outcome, { status: failure.kind === "invalid" ? 422 : 409 });
  }
}

async function act(
  { dispatch, browserOrigin: origin, session }: ConsoleContext,
  form: FormData,
  name: string,
  to: string,
) {
  const intent = String(form.get("intent") ?? "");
  const passkey = String(form.get("passkey") ?? "");
  const done = (flash: FlashKey) => {
    session.flash(flash);
    return redirect(withTarget(page, to), { status: 303 });
  };
  const shown = (outcome: Omit<Outcome, "errors">) => data({ errors: {}, ...outcome } as Outcome);
  if (passkey !== "") {
    const { codes } = await dispatch.call(passkeyAdd, { name, origin, passkey });
    return codes.length > 0 ? shown({ codes }) : done("factorAdded");
  }
  if (intent.startsWith("removePasskey:")) {
    await dispatch.call(passkeyRemove, { id: Number(intent.slice("removePasskey:".length)) || 0 });
    return done("factorRemoved");
  }
  switch (intent) {
    case "app":
      await dispatch.call(totpBegin, {});
      return redirect(withTarget(`${page}/app`, to), { status: 303 });
    case "removeApp":
      await dispatch.call(totpRemove, {});
      return done("factorRemoved");
    case "passkey": {
      const { options } = await dispatch.call(passkeyBegin, { origin });
      return shown({ makes: JSON.stringify(options), name });
    }
    case "codes":
      return shown({ codes: (await dispatch.call(recoveryRenew, {})).codes });
    case "forget":
      await dispatch.call(forgetDevices, {});
      return done("devicesForgotten");
    default:
      return data({ errors: { "": [m.v_invalid()] } } as Outcome, { status: 422 });
  }
}

export const meta: MetaFunction = () => [{ title: m.factor_me() }];

export default function Factor() {
  const { must, target, ...view } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const errors: FieldErrors = answer?.errors ?? {};
  const { lite } = useDocument();
  if (answer?.codes) return <RecoveryCodes codes={answer.codes} next={must ? target : withTarget(page, target)} />;
  return (
    <>
      <h1>{m.factor_me()}</h1>
      {must && <p className="notice notice-warn form-narrow">{m.factor_required_why()}</p>}
      {!must && view.required && <p className="notice form-narrow">{m.factor_required_note()}</p>}
      <BadNotice>{errors[""]?.[0]}</BadNotice>
      <AppPart view={view} />
      <PasskeysPart
        passkeys={view.passkeys}
        errors={errors}
        lite={lite}
        {...(answer?.makes && { makes: answer.makes, name: answer.name ?? "" })}
      />
      {(view.totp || view.passkeys.length > 0) && <RecoveryPart left={view.recoveryLeft} />}
      {view.remembered > 0 && <DevicesPart n={view.remembered} />}
      <p className="actions">
        {must ? (
          <a className="button button-quiet" href="/logout">
            {m.shell_sign_out()}
          </a>
        ) : (
          <Link className="button" to={target === "/index" ? "/userinfo" : target}>
            {target === "/index" ? m.factor_back() : m.factor_done()}
          </Link>
        )}
      </p>
    </>
  );
}

function AppPart({ view: { totp } }: { view: FactorView }) {
  return (
    <section className="panel me" aria-labelledby="app">
      <h2 id="app">{m.factor_app()}</h2>
      <p className="dim">{totp ? m.factor_app_on() : m.factor_app_off()}</p>
      <Form method="post" className="actions">
        <button type="submit" name="intent" value="app" className="button">
          {totp ? m.factor_app_replace() : m.factor_app_add()}
        </button>
        {totp && (
          <button type="submit" name="intent" value="removeApp" className="button button-danger">
            {m.factor_app_remove()}
          </button>
        )}
      </Form>
    </section>
  );
}
