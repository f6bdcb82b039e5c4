/** /switchAccount: a sign-in came by an address while somebody is signed in (specification 4.2.1); they say whose session it is to be. */
import { type ActionFunctionArgs, type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import type { Person } from "~/contract/context";
import { m } from "~/contract/messages";
import type { DocumentHandle } from "~/shell/document";
import { localPath } from "~/shell/local-path";
import { loadProduct } from "~/shell/product.server";
import { SignInPage } from "./sign-in-page";

export const handle: DocumentHandle = { standalone: true };

export async function loader({ context }: LoaderFunctionArgs) {
  const [product, asked] = await Promise.all([loadProduct(context), context.offeredSession.look()]);
  if (!asked) throw redirect("/");
  return { product, ...asked };
}

/** `intent=switch` takes the other session; whatever else stays with the one of now. */
export async function action({ request, context }: ActionFunctionArgs) {
  const { offeredSession } = context;
  const switches = (await request.formData()).get("intent") === "switch";
  const address = switches ? await offeredSession.accept() : offeredSession.decline();
  return redirect(localPath(address, "/index"), { status: 303 });
}

export const meta: MetaFunction = () => [{ title: m.auth_switch_title() }];

export default function SwitchAccount() {
  const { product, mine, theirs } = useLoaderData<typeof loader>();
  return (
    <SignInPage product={product} title={m.auth_switch_title()} lead={m.auth_switch_lead()}>
      <dl className="me-facts">
        {mine && (
          <div>
            <dt>{m.auth_switch_mine()}</dt>
            <dd>{mine.accName ? nameOf(mine) : m.auth_switch_locked()}</dd>
          </div>
        )}
        <div>
          <dt>{m.auth_switch_theirs()}</dt>
          <dd>{nameOf(theirs)}</dd>
        </div>
      </dl>
      <form method="post">
        <button type="submit" name="intent" value="stay" className="button button-primary sign-in-submit">
          {mine ? m.auth_switch_stay() : m.auth_switch_not()}
        </button>
        <button type="submit" name="intent" value="switch" className="button sign-in-submit">
          {m.auth_switch_now({ name: theirs.name || theirs.accName })}
        </button>
      </form>
    </SignInPage>
  );
}

const nameOf = ({ name, accName, corpName }: Person) => [`${name} (${accName})`, corpName].filter(Boolean).join(" · ");
