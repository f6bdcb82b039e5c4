/** A print template (`/ticketConfig/printTemplate/7`): how it looks, its fields, its elements, what became of it. */
import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { m } from "~/contract/messages";
import { commandDetail, loadDetail } from "~/resource/load-detail.server";
import { DetailPage } from "~/resource/parts/detail-page";
import { layoutOfTemplate } from "./load-template.server";
import { sampleValues } from "./sample-values.server";
import { TemplateSheet } from "./template-sheet";
import "./print-template.css";

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
      {layout && (
        <section className="panel print-preview" aria-label={m.print_preview()}>
          <h2>{m.print_preview()}</h2>
          <div className="print-canvas">
            <TemplateSheet layout={layout} values={sample} label={m.print_preview()} />
          </div>
          <p className="dim">{m.print_preview_size({ width: layout.width, height: layout.height })}</p>
        </section>
      )}
    </DetailPage>
  );
}
