/** Circles among files: sets in which each is reached from each other one (Tarjan's algorithm). */

export function circles(graph: ReadonlyMap<string, readonly string[]>): string[][] {
  const index = new Map<string, number>();
  const low = new Map<string, number>();
  const open: string[] = [];
  const found: string[][] = [];
  const visit = (node: string): number => {
    const own = index.size;
    index.set(node, own);
    let lowest = own;
    open.push(node);
    for (const next of graph.get(node) ?? []) {
      if (!index.has(next)) lowest = Math.min(lowest, visit(next));
      else if (open.includes(next)) lowest = Math.min(lowest, low.get(next) ?? index.get(next) ?? own);
    }
    low.set(node, lowest);
    if (lowest === own) {
      const circle = open.splice(open.indexOf(node));
      if (circle.length > 1) found.push(circle.sort());
    }
    return lowest;
  };
  for (const node of graph.keys()) if (!index.has(node)) visit(node);
  return found;
}
