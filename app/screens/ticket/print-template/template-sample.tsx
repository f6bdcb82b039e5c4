/** A test page of a print template (`/ticketConfig/printTemplate/7/sample`): a bare document with sample data. Nothing is recorded. */
import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { m } from "~/contract/messages";
import { idIn } from "~/screens/query.server";
import { useDocument } from "~/shell/document";
import printStyle from "~/styles/print-tickets.css?inline";
import { PrintButton } from "~/widgets/print/print-sheet";
import { layoutOfTemplate } from "./load-template.server";
import { sampleValues } from "./sample-values.server";
import { sheetRule } from "./sheet-rule";
import { TemplateSheet } from "./template-sheet";

export const handle = { standalone: true };

export async function loader(args: LoaderFunctionArgs) {
  const { name, layout } = await layoutOfTemplate(args);
  if (!layout) throw new Response(null, { status: 404 });
  return { id: idIn(args.params), name, layout, sample: sampleValues() };
}

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: m.print_test_title({ name: data?.name ?? "" }) },
];

export default function TemplateTest() {
  const { id, name, layout, sample } = useLoaderData<typeof loader>();
  const { nonce } = useDocument();
  const css = printStyle + sheetRule({ ...layout, id });
  return (
    <main className="print-job">
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: our own style sheet, and numbers */}
      <style nonce={nonce} dangerouslySetInnerHTML={{ __html: css }} />
      <nav className="print-bar">
        <h1>{m.print_test_title({ name })}</h1>
        <span>{m.print_test_hint()}</span>
        <PrintButton />
        <a className="button" href={`/ticketConfig/printTemplate/${id}`}>
          {m.sale_back()}
        </a>
      </nav>
      <article className={`ticket-page ticket-page-${id}`}>
        <TemplateSheet layout={layout} values={sample} label={m.print_preview()} />
      </article>
    </main>
  );
}
