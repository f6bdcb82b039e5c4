/** A ticket type (`/ticket/ticketEdit`): the engine's form, with its rules of expired tickets and of changes said back as sentences. */
import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { m } from "~/contract/messages";
import ResourceForm from "~/resource/form";
import { loadForm, saveForm } from "~/resource/load-form.server";
import { changeSaid } from "./change-said.server";
import { expiredSaid } from "./expired-said.server";

export const handle = { menu: "/ticket/ticketList" };

export async function loader(args: LoaderFunctionArgs) {
  const view = await loadForm(args);
  return { ...view, changeSaid: changeSaid(view), expiredSaid: expiredSaid(view) };
}

export const action = (args: ActionFunctionArgs) => saveForm(args);

export const meta: MetaFunction<typeof loader> = ({ data }) => [{ title: data?.title ?? "" }];

export default function TicketTypeForm() {
  const { changeSaid: said, expiredSaid: over } = useLoaderData<typeof loader>();
  // While the form is not saved the sentence would say something else than what was typed.
  const unsaved = useActionData() !== undefined;
  return (
    <>
      <ResourceForm />
      {!unsaved && said !== "" && (
        <p className="panel" role="note">
          {over}
          {over && <br />}
          {m.change_rule_said({ rule: said })}
        </p>
      )}
    </>
  );
}
