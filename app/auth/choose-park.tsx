/** /loginChoosePark: the park to work in, after signing in to an account of several, and to change it later. */
import { type ActionFunctionArgs, data, type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { isDispatchError } from "~/contract/errors";
import { m } from "~/contract/messages";
import { choosePark, getOwnParks } from "~/contract/ticket/chosen-park";
import type { DocumentHandle } from "~/shell/document";
import { localPath } from "~/shell/local-path";
import { loadProduct } from "~/shell/product.server";
import { withTarget } from "./arrival";
import { BadNotice, SignInPage } from "./sign-in-page";

export const handle: DocumentHandle = { standalone: true };

export async function loader({ request, context }: LoaderFunctionArgs) {
  const target = localPath(new URL(request.url).searchParams.get("redirect"), "/index");
  if (!context.session.signedIn) throw redirect(withTarget("/login", target));
  const [product, parks] = await Promise.all([loadProduct(context), context.dispatch.call(getOwnParks, {})]);
  return { product, parks, target };
}

export async function action({ request, context }: ActionFunctionArgs) {
  const form = await request.formData();
  const target = localPath(form.get("redirectTo"), "/index");
  const parkId = Number(form.get("parkId"));
  if (!Number.isSafeInteger(parkId) || parkId < 1) return data({ error: m.auth_park_required() }, { status: 422 });
  try {
    await context.dispatch.call(choosePark, { parkId });
  } catch (error) {
    if (!isDispatchError(error) || error.failure.kind !== "notFound") throw error;
    return data({ error: m.auth_park_gone() }, { status: 409 });
  }
  context.session.flash("parkChosen");
  return redirect(target, { status: 303 });
}

export const meta: MetaFunction = () => [{ title: m.auth_park_title() }];

export default function ChoosePark() {
  const { product, parks, target } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  return (
    <SignInPage product={product} title={m.auth_park_title()} lead={m.auth_park_lead()}>
      <BadNotice>{answer?.error}</BadNotice>
      {parks.length === 0 ? (
        <p className="notice notice-warn">{m.auth_park_none()}</p>
      ) : (
        <form method="post" className="park-list">
          <input type="hidden" name="redirectTo" value={target} />
          {parks.map(({ id, name, address, chosen }) => (
            <button key={id} type="submit" name="parkId" value={id} className="button" aria-pressed={chosen}>
              <strong>{name}</strong>
              {address && <span className="dim">{address}</span>}
              {chosen && <span className="park-now">{m.auth_park_now()}</span>}
            </button>
          ))}
        </form>
      )}
      <p className="sign-in-or">
        <a href={target}>{m.auth_park_later()}</a>
      </p>
    </SignInPage>
  );
}
