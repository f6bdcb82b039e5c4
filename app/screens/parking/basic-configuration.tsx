/** Basic configuration (`/basicConfiguration?sysBusType=17`): of car parks. What it configures says the tab's title. */
import { type ActionFunctionArgs, data, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData, useNavigation } from "@remix-run/react";
import { m } from "~/contract/messages";
import { FormNotice } from "~/form/form-notice";
import { done, typedOf } from "~/form/submission.server";
import { ConfigurationForm } from "./configuration-form";
import { loadConfiguration, saveConfiguration } from "./configuration-form.server";
import "../card/counter.css";

const path = "/basicConfiguration?sysBusType=17";

export const handle = { menu: path };
export const meta: MetaFunction<typeof loader> = ({ data: loaded }) => [
  { title: loaded?.title ?? m.parking_c_unknown() },
];

/** There is no configuration of another kind here. */
function refuseOthers(request: Request): void {
  if (new URL(request.url).searchParams.get("sysBusType") !== "17")
    throw new Response(m.parking_c_unknown(), { status: 404 });
}

export async function loader({ request, context }: LoaderFunctionArgs) {
  refuseOthers(request);
  return loadConfiguration(context);
}

export async function action({ request, context }: ActionFunctionArgs) {
  refuseOthers(request);
  const typed = typedOf(await request.formData());
  const tried = await saveConfiguration(context, typed);
  if (tried.ok) return done(context, path, { text: m.parking_c_saved() });
  const { errors, notice, status } = tried.refusal;
  return data({ typed, errors, notice }, status);
}

export default function BasicConfiguration() {
  const { title, ...kept } = useLoaderData<typeof loader>();
  const answered = useActionData<typeof action>();
  const errors = answered?.errors ?? {};
  return (
    <div className="page" aria-busy={useNavigation().state !== "idle"}>
      <header className="page-head">
        <h1>{title}</h1>
      </header>
      <FormNotice
        notice={answered?.notice}
        errors={Object.keys(errors).length > 0 ? { "": [m.engine_check_errors()] } : undefined}
      />
      <ConfigurationForm kept={kept} typed={answered?.typed ?? {}} errors={errors} />
    </div>
  );
}
