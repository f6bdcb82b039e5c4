/** The page of a template on the printer: as large as its paper, nothing around it. Numbers alone go into the style sheet. */
export function sheetRule({ id, width, height }: { id: number; width: number; height: number }): string {
  const name = `t${Number(id)}`;
  return `@page ${name}{size:${Number(width)}mm ${Number(height)}mm;margin:0}.ticket-page-${Number(id)}{page:${name}}`;
}
