/** Ends mails of messages (`/apply/stopMail?corpCode=…&t=…`): whoever has the link got one. It is pressed: a look changes nothing. */
import { type ActionFunctionArgs, data, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { Form, useActionData, useLoaderData } from "@remix-run/react";
import { m } from "~/contract/messages";
import { messageMailLink, messageMailStop } from "~/contract/messaging/mailbox";
import { corpCode as corpCodeRule } from "~/contract/validators";
import type { DocumentHandle } from "~/shell/document";
import { loadProduct } from "~/shell/product.server";
import { SignInPage } from "./sign-in-page";

export const handle: DocumentHandle = { standalone: true };
export const meta: MetaFunction = () => [
  { title: m.messaging_stop_title() },
  { name: "robots", content: "noindex" },
  // The address is the secret: no other site is told of it. Our own must be: a post without an origin is a stranger's.
  { name: "referrer", content: "same-origin" },
];

function askedOf(request: Request) {
  const query = new URL(request.url).searchParams;
  const corp = query.get("corpCode") ?? "";
  return {
    token: (query.get("t") ?? "").slice(0, 80),
    ...(corpCodeRule.safeParse(corp).success && { corpCode: corp }),
  };
}

export async function loader({ request, context }: LoaderFunctionArgs) {
  const asked = askedOf(request);
  const [product, { known, to }] = await Promise.all([
    loadProduct(context, asked.corpCode),
    context.dispatch.call(messageMailLink, asked),
  ]);
  return data({ product, known, to }, { headers: { "cache-control": "no-store" } });
}

export async function action({ request, context }: ActionFunctionArgs) {
  await context.dispatch.call(messageMailStop, askedOf(request));
  // Whether it stopped now or before: it has.
  return { stopped: true };
}

export default function StopMail() {
  const { product, known, to } = useLoaderData<typeof loader>();
  const stopped = useActionData<typeof action>()?.stopped ?? false;
  return (
    <SignInPage product={product} title={m.messaging_stop_title()}>
      {stopped ? (
        <p className="notice notice-good" role="status">
          {m.messaging_stop_done()}
        </p>
      ) : known ? (
        <Form method="post">
          <p>{m.messaging_stop_question({ to })}</p>
          <p className="actions">
            <button className="button button-primary">{m.messaging_stop()}</button>
          </p>
        </Form>
      ) : (
        <p className="notice notice-warn" role="alert">
          {m.messaging_stop_unknown()}
        </p>
      )}
    </SignInPage>
  );
}
