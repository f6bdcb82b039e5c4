/** The layouts of the templates that tickets are printed by. */
import { sql } from "drizzle-orm";
import { printLayouts } from "../../kernel/print-layouts";
import type { Call } from "../../kernel/served";
import { printTemplateElement, printTemplate as templates } from "./print-template-schema";

const kept = { templates, elements: printTemplateElement, by: sql.raw("print_template_id") };

/** Each template once; none is asked for where no ticket has one. */
export const templatesOf = (call: Call, tickets: readonly { templateId: number | null }[]) =>
  printLayouts(
    call,
    kept,
    tickets.map(({ templateId }) => templateId),
  );
