/** A card template (`/sysThirdParty/cardTemplateManage/7`): how it looks, its fields, its elements, what became of it. */
import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { m } from "~/contract/messages";
import { commandDetail, loadDetail } from "~/resource/load-detail.server";
import { DetailPage } from "~/resource/parts/detail-page";
import { TemplateShown } from "~/screens/print-template/template-shown";
import { WalletFace } from "../wallet-face";
import { layoutOfTemplate } from "./load-template.server";
import { sampleValues, sampleWallet } from "./sample-values.server";

export async function loader(args: LoaderFunctionArgs) {
  const [view, { layout, record }] = await Promise.all([loadDetail(args), layoutOfTemplate(args)]);
  return { view, layout, sample: sampleValues(), wallet: sampleWallet(record?.walletFields) };
}

export const action = (args: ActionFunctionArgs) => commandDetail(args);

export const meta: MetaFunction<typeof loader> = ({ data }) => [{ title: data?.view.heading ?? "" }];

export default function TemplatePage() {
  const { view, layout, sample, wallet } = useLoaderData<typeof loader>();
  return (
    <DetailPage view={view} notice={useActionData<typeof action>()?.notice}>
      {layout && <TemplateShown layout={layout} sample={sample} />}
      <section className="panel" aria-labelledby="wallet-preview">
        <h2 id="wallet-preview">{m.card_wallet_preview()}</h2>
        <WalletFace {...wallet} />
      </section>
    </DetailPage>
  );
}
