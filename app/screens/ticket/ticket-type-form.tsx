/** A ticket type (`/ticket/ticketEdit`): the engine's form under its own address, its channels as check boxes. */
import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { getTktDictDetailByCode } from "~/contract/platform/parameter";
import { TickBoxes } from "~/form/tick-boxes";
import ResourceForm from "~/resource/form";
import { loadForm, saveForm } from "~/resource/load-form.server";
import { withChosen } from "~/screens/dictionary-choices.server";

export const handle = { menu: "/ticket/ticketList" };

export async function loader(args: LoaderFunctionArgs) {
  const [form, channels] = await Promise.all([
    loadForm(args),
    args.context.dispatch.call(getTktDictDetailByCode, { dictType: "saleChannel" }),
  ]);
  const chosen = form.inputs.find(({ name }) => name === "channels")?.value.split(",") ?? [];
  return { ...form, channels: await withChosen(args.context, "saleChannel", channels, chosen) };
}

/** A tester may post the channels as the contract has them, comma-separated, as well. */
export const action = (args: ActionFunctionArgs) =>
  saveForm(args, (form) => form.set("channels", form.getAll("channels").join(",")));

export const meta: MetaFunction<typeof loader> = ({ data }) => [{ title: data?.title ?? "" }];

export default function TicketTypeForm() {
  const { channels } = useLoaderData<typeof loader>();
  return (
    <ResourceForm
      own={{
        channels: ({ label, value, required }, error) => (
          <TickBoxes
            label={label}
            options={channels}
            nameOf={() => "channels"}
            posts={(channel) => channel}
            isTicked={(channel) => value.split(",").includes(channel)}
            error={error}
            required={required}
          />
        ),
      }}
    />
  );
}
