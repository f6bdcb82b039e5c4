/** A ticket type (`/ticket/ticketEdit`): the engine's form, with its change rule said back as a sentence. */
import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { m } from "~/contract/messages";
import ResourceForm from "~/resource/form";
import { loadForm, saveForm } from "~/resource/load-form.server";
import { changeSaid } from "./change-said.server";

export const handle = { menu: "/ticket/ticketList" };

export async function loader(args: LoaderFunctionArgs) {
  const view = await loadForm(args);
  return { ...view, changeSaid: changeSaid(view) };
}

export const action = (args: ActionFunctionArgs) => saveForm(args);

export const meta: MetaFunction<typeof loader> = ({ data }) => [{ title: data?.title ?? "" }];

export default function TicketTypeForm() {
  const { changeSaid: said } = useLoaderData<typeof loader>();
  // While the form is not saved the sentence would say something else than what was typed.
  const unsaved = useActionData() !== undefined;
  return (
    <>
      <ResourceForm />
      {!unsaved && said !== "" && (
        <p className="panel" role="note">
          {m.change_rule_said({ rule: said })}
        </p>
      )}
    </>
  );
}
