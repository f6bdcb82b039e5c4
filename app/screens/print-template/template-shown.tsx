/** How a template looks, with sample data, on the template's own page. */
import { m } from "~/contract/messages";
import type { PrintLayout } from "~/contract/print-sheet";
import { type PrintValues, TemplateSheet } from "./template-sheet";
import "./print-template.css";

export function TemplateShown({ layout, sample }: { layout: PrintLayout; sample: PrintValues }) {
  return (
    <section className="panel print-preview" aria-label={m.print_preview()}>
      <h2>{m.print_preview()}</h2>
      <div className="print-canvas">
        <TemplateSheet layout={layout} values={sample} label={m.print_preview()} />
      </div>
      <p className="dim">{m.print_preview_size({ width: layout.width, height: layout.height })}</p>
    </section>
  );
}
