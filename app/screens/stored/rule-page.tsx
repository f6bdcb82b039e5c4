/** A rule of consumption (`/updateCardComsume/7`): said back in sentences, its fields, what became of it. */
import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { m } from "~/contract/messages";
import { storedRuleSays } from "~/contract/stored/rule";
import { commandDetail, loadDetail } from "~/resource/load-detail.server";
import { DetailPage } from "~/resource/parts/detail-page";
import { idIn } from "../query.server";

export async function loader(args: LoaderFunctionArgs) {
  const [view, says] = await Promise.all([
    loadDetail(args),
    args.context.dispatch.call(storedRuleSays, { id: idIn(args.params) }, { silent: true }),
  ]);
  return { view, sentences: says?.sentences ?? [] };
}

export const action = (args: ActionFunctionArgs) => commandDetail(args);

export const meta: MetaFunction<typeof loader> = ({ data }) => [{ title: data?.view.heading ?? "" }];

export default function StoredRulePage() {
  const { view, sentences } = useLoaderData<typeof loader>();
  return (
    <DetailPage view={view} notice={useActionData<typeof action>()?.notice}>
      <section className="panel" aria-labelledby="stored-rule-says">
        <h2 id="stored-rule-says">{m.card_rules()}</h2>
        <p>{sentences.join(" ")}</p>
      </section>
    </DetailPage>
  );
}
