/** A card template (`/sysThirdParty/cardTemplateManage/7`): how it looks, its fields, its elements, what became of it. */
import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { commandDetail, loadDetail } from "~/resource/load-detail.server";
import { DetailPage } from "~/resource/parts/detail-page";
import { TemplateShown } from "~/screens/print-template/template-shown";
import { layoutOfTemplate } from "./load-template.server";
import { sampleValues } from "./sample-values.server";

export async function loader(args: LoaderFunctionArgs) {
  const [view, { layout }] = await Promise.all([loadDetail(args), layoutOfTemplate(args)]);
  return { view, layout, sample: sampleValues() };
}

export const action = (args: ActionFunctionArgs) => commandDetail(args);

export const meta: MetaFunction<typeof loader> = ({ data }) => [{ title: data?.view.heading ?? "" }];

export default function TemplatePage() {
  const { view, layout, sample } = useLoaderData<typeof loader>();
  return (
    <DetailPage view={view} notice={useActionData<typeof action>()?.notice}>
      {layout && <TemplateShown layout={layout} sample={sample} />}
    </DetailPage>
  );
}
