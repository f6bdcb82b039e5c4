/** A sheet on a bare document of its own size: what the printer gets, under a bar that is not printed. */
import type { ReactNode } from "react";
import { m } from "~/contract/messages";
import type { PrintLayout } from "~/contract/print-sheet";
import { useDocument } from "~/shell/document";
import printStyle from "~/styles/print-tickets.css?inline";
import { PrintNow } from "./print-now";
import { sheetRule } from "./sheet-rule";
import { type PrintValues, TemplateSheet } from "./template-sheet";

interface Props {
  id: number;
  title: string;
  hint: string;
  layout: PrintLayout;
  values: PrintValues;
  label: string;
  back: ReactNode;
}

export function BareSheet({ id, title, hint, layout, values, label, back }: Props) {
  const { nonce } = useDocument();
  const css = printStyle + sheetRule({ ...layout, id });
  return (
    <main className="print-job">
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: our own style sheet, and numbers */}
      <style nonce={nonce} dangerouslySetInnerHTML={{ __html: css }} />
      <nav className="print-bar">
        <h1>{title}</h1>
        <span>{hint}</span>
        <PrintNow />
        {back}
      </nav>
      <article className={`ticket-page ticket-page-${id}`}>
        <TemplateSheet layout={layout} values={values} label={label} />
      </article>
    </main>
  );
}

/** Leaves the bare document. */
export const BackTo = ({ href }: { href: string }) => (
  <a className="button" href={href}>
    {m.sale_back()}
  </a>
);
