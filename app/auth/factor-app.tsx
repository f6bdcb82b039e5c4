/** /userinfo/factor/app: an authenticator app is set up by its QR code, or by its key as text, and counts once it has told a code. */
import { type ActionFunctionArgs, data, type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/node";
import { Form, useActionData, useLoaderData } from "@remix-run/react";
import { type FieldErrors, isDispatchError } from "~/contract/errors";
import { m } from "~/contract/messages";
import { totpConfirm, totpPending } from "~/contract/platform/second-factor";
import { localPath } from "~/shell/local-path";
import { Link } from "~/widgets/link";
import { qrPath } from "~/widgets/qr.server";
import { QrCode } from "~/widgets/qr-code";
import { withTarget } from "./arrival";
import { Field } from "./field";
import { RecoveryCodes } from "./recovery-codes";
import { BadNotice } from "./sign-in-page";

const page = "/userinfo/factor";

export async function loader({ request, context }: LoaderFunctionArgs) {
  if (!context.user) throw redirect("/login");
  const target = localPath(new URL(request.url).searchParams.get("redirect"), "/index");
  const pending = await context.dispatch.call(totpPending, {});
  const must = context.user.mustEnrol ?? false;
  return {
    // Once it is confirmed nothing shows it any more; the answer that says so has the recovery codes.
    pending: pending && { secret: grouped(pending.secret), code: qrPath(pending.uri) },
    back: withTarget(page, target),
    next: must ? target : withTarget(page, target),
  };
}

/** In fours, to be typed. */
const grouped = (secret: string) => secret.replace(/(.{4})(?=.)/g, "$1 ");

export async function action({ request, context }: ActionFunctionArgs) {
  const form = await request.formData();
  const target = localPath(new URL(request.url).searchParams.get("redirect"), "/index");
  const code = String(form.get("code") ?? "").trim();
  const refuse = (errors: FieldErrors, status: number) => data({ errors, codes: [] as string[] }, { status });
  if (code === "") return refuse({ code: [m.factor_code_needed()] }, 422);
  try {
    const { codes } = await context.dispatch.call(totpConfirm, { code });
    if (codes.length > 0) return data({ errors: {} as FieldErrors, codes });
  } catch (error) {
    if (!isDispatchError(error) || error.failure.kind === "signedOut") throw error;
    const { failure } = error;
    return failure.kind === "invalid" ? refuse(failure.errors, 422) : refuse({ "": [failure.message] }, 409);
  }
  context.session.flash("factorAdded");
  return redirect(withTarget(page, target), { status: 303 });
}

export const meta: MetaFunction = () => [{ title: m.factor_app_title() }];

export default function FactorApp() {
  const { pending, back, next } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const errors: FieldErrors = answer?.errors ?? {};
  if (answer && answer.codes.length > 0) return <RecoveryCodes codes={answer.codes} next={next} />;
  return (
    <>
      <h1>{m.factor_app_title()}</h1>
      <BadNotice>{errors[""]?.[0]}</BadNotice>
      {pending === null ? (
        <p className="notice notice-warn form-narrow">{m.factor_totp_none()}</p>
      ) : (
        <Form method="post" className="panel form-narrow">
          <p>{m.factor_app_scan()}</p>
          <div className="factor-qr">
            <QrCode code={pending.code} label={m.factor_app_qr()} />
          </div>
          <p>
            {m.factor_app_secret()} <code>{pending.secret}</code>
          </p>
          <p>{m.factor_app_type()}</p>
          <Field
            name="code"
            label={m.factor_code_label()}
            errors={errors.code}
            inputMode="numeric"
            autoComplete="one-time-code"
            maxLength={12}
            autoFocus
            required
          />
          <p className="actions">
            <button type="submit" className="button button-primary">
              {m.factor_app_confirm()}
            </button>
            <Link className="button" to={back}>
              {m.shell_cancel()}
            </Link>
          </p>
        </Form>
      )}
      {pending === null && (
        <p className="actions">
          <Link className="button" to={back}>
            {m.engine_back()}
          </Link>
        </p>
      )}
    </>
  );
}
