/** A card type (`/manage/cardtypelist/7`): its rules in sentences, its fields, what became of it. */
import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { cardTypeSays } from "~/contract/card/type";
import { m } from "~/contract/messages";
import { commandDetail, loadDetail } from "~/resource/load-detail.server";
import { DetailPage } from "~/resource/parts/detail-page";
import { idIn } from "../query.server";
import "./counter.css";

export async function loader(args: LoaderFunctionArgs) {
  const [view, says] = await Promise.all([
    loadDetail(args),
    args.context.dispatch.call(cardTypeSays, { id: idIn(args.params) }, { silent: true }),
  ]);
  return { view, sentences: says?.sentences ?? [] };
}

export const action = (args: ActionFunctionArgs) => commandDetail(args);

export const meta: MetaFunction<typeof loader> = ({ data }) => [{ title: data?.view.heading ?? "" }];

export default function CardTypePage() {
  const { view, sentences } = useLoaderData<typeof loader>();
  return (
    <DetailPage view={view} notice={useActionData<typeof action>()?.notice}>
      {sentences.length > 0 && (
        <section className="panel" aria-labelledby="card-type-rules">
          <h2 id="card-type-rules">{m.card_rules()}</h2>
          <ul className="card-rules">
            {sentences.map((sentence) => (
              <li key={sentence}>{sentence}</li>
            ))}
          </ul>
        </section>
      )}
    </DetailPage>
  );
}
