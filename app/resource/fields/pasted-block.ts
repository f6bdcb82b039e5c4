/** A block of cells as spreadsheets put it on the clipboard: tabs between cells, a line a row, quotes around line breaks. Pure. */
export function blockOf(text: string): string[][] {
  const rows: string[][] = [[]];
  // A cell is quoted or runs to the next tab or line end.
  const cell = /(?:"((?:[^"]|"")*)"(?=[\t\r\n]|$)|([^\t\r\n]*))(\t|\r\n|\r|\n|$)/gy;
  for (let match = cell.exec(text); match; match = cell.exec(text)) {
    const [, quoted, plain = "", end] = match;
    rows.at(-1)?.push((quoted?.replaceAll('""', '"') ?? plain).trim());
    if (end === "") break;
    if (end !== "\t") rows.push([]);
  }
  // The last row ends as the others do.
  const last = rows.at(-1);
  if (rows.length > 1 && last?.every((one) => one === "")) rows.pop();
  return rows;
}
