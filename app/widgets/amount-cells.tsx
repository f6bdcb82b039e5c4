/** Cells of amounts in a table's row, written out already. */
export function AmountCells({ cells }: { cells: readonly string[] }) {
  return cells.map((text, place) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the cells of a row stand by their place
    <td key={place} className="num">
      {text}
    </td>
  ));
}
