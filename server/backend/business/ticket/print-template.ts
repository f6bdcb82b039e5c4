/** Print templates: which there are, and which ticket types are printed by them. */
import { m } from "~/contract/messages";
import { printTemplate as resource } from "~/contract/ticket/print-template";
import { dependsOn } from "../../kernel/depends-on";
import { serveResource } from "../../kernel/resource";
import { printTemplateElement, printTemplate as table } from "./print-template-schema";
import { ticketType } from "./schema";

export const printTemplateReference = { table, name: table.name, status: table.status };

dependsOn("printTemplate", {
  table: ticketType,
  by: ticketType.printTemplateId,
  name: ticketType.name,
  words: m.print_dep,
});

export const printTemplateServed = [...serveResource(resource, { table, lines: { elements: printTemplateElement } })];
