/**
 * A fresh proof of who is signed in, before what changes rights or secrets. By its own address, and in the frame that
 * scripts open over a page, it leads on to where it says; in the place of a post that waits for it (server/console/proving.ts)
 * it carries that post along.
 */
import { type ActionFunctionArgs, data, type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import type { FieldErrors } from "~/contract/errors";
import { m } from "~/contract/messages";
import { proofMinutes } from "~/contract/method";
import { proveState } from "~/contract/platform/second-factor";
import type { DocumentHandle } from "~/shell/document";
import { localPath } from "~/shell/local-path";
import { loadProduct } from "~/shell/product.server";
import { withTarget } from "./arrival";
import { FactorFields } from "./factor-fields";
import { givenFactor, nothingGiven, refusedFactor } from "./given-factor.server";
import { BadNotice, SignInPage } from "./sign-in-page";

export const handle: DocumentHandle = { standalone: true };

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { proving, dispatch, session } = context;
  const target = proving?.address ?? localPath(new URL(request.url).searchParams.get("redirect"), "/index");
  if (!session.signedIn) throw redirect(withTarget("/login", target));
  const [product, { ways }] = await Promise.all([loadProduct(context), dispatch.call(proveState, {})]);
  return { product, target, ways, minutes: proofMinutes, proving };
}

export async function action({ request, context }: ActionFunctionArgs) {
  const form = await request.formData();
  const target = localPath(form.get("redirectTo"), "/index");
  if (!context.session.signedIn) return redirect(withTarget("/login", target), { status: 303 });
  const given = givenFactor(form);
  const errors = nothingGiven(given);
  if (errors) return data({ errors }, { status: 422 });
  try {
    await context.prove(given);
  } catch (error) {
    return refusedFactor(error);
  }
  if (target !== "/posted") context.session.flash("identityProved");
  return redirect(target, { status: 303 });
}

export const meta: MetaFunction = () => [{ title: m.factor_prove_title() }];

export default function Prove() {
  const { product, target, ways, minutes, proving } = useLoaderData<typeof loader>();
  const errors: FieldErrors = useActionData<typeof action>()?.errors ?? proving?.errors ?? {};
  const carried = proving?.carried ?? null;
  const withFiles = proving !== null && carried === null;
  const lead = withFiles ? m.factor_prove_files() : m.factor_prove_lead({ minutes });
  return (
    <SignInPage product={product} title={m.factor_prove_title()} lead={lead}>
      <BadNotice>{errors[""]?.[0]}</BadNotice>
      <form method="post" action={carried === null ? withTarget("/prove", target) : target}>
        {carried === null ? (
          <input type="hidden" name="redirectTo" value={target} />
        ) : (
          <input type="hidden" name="carriedPost" value={carried} />
        )}
        <FactorFields ways={ways} purpose="proof" submit={m.factor_prove_submit()} errors={errors} />
      </form>
      {target !== "/posted" && (
        <p className="sign-in-or">
          <a href={target}>{m.factor_prove_cancel()}</a>
        </p>
      )}
    </SignInPage>
  );
}
