/** What a start changes in the rows of the function tree: pure, over the product's rows and those that there are. */

export interface ProductRow {
  /** What the row is known by for ever. */
  key: string;
  /** Key of its group; null for a group. */
  parent: string | null;
  name: string;
  nameEn: string;
  url: string;
  code: string;
  icon: string;
  help: string;
  built: boolean;
  headOffice: boolean;
}

export interface KnownRow {
  id: number;
  parentId: number;
  sort: number;
  /** Null for what an administrator made. */
  key: string | null;
  url: string;
  code: string;
  built: boolean;
  enabled: boolean;
  /** What an administrator chose; null: on, where it is built. */
  switched: boolean | null;
  headOffice: boolean;
  name: string;
  nameEn: string;
  /** What the product called it last: where the name is another one, an administrator chose it. */
  productName: string | null;
  productNameEn: string | null;
}

type Changed = Omit<KnownRow, "sort" | "parentId" | "key" | "switched">;

interface Placed {
  id: number | null;
  key: string | null;
  sort: number;
}

export function functionChanges(product: readonly ProductRow[], known: readonly KnownRow[]) {
  const byKey = new Map(known.flatMap((row) => (row.key === null ? [] : [[row.key, row] as const])));
  const keys = new Set(product.map(({ key }) => key));
  const changed = known.flatMap((row): Changed[] => {
    const now = row.key === null ? undefined : product.find(({ key }) => key === row.key);
    if (row.key !== null && !keys.has(row.key) && (row.built || row.enabled)) return [gone(row)];
    const after = now && renewed(row, now);
    return after && differs(row, after) ? [after] : [];
  });
  const added: (ProductRow & { sort: number })[] = [];
  const sorts: { id: number; sort: number }[] = [];
  const sortOf = new Map(known.map(({ id, sort }) => [id, sort]));
  for (const parent of new Set(product.map((row) => row.parent))) {
    const rows = product.filter((row) => row.parent === parent);
    if (rows.every(({ key }) => byKey.has(key))) continue;
    const above = parent === null ? undefined : byKey.get(parent);
    const base = above ? (sortOf.get(above.id) ?? above.sort) : (added.find(({ key }) => key === parent)?.sort ?? 0);
    const siblings = known.filter(({ parentId }) => parentId === (parent === null ? 0 : (above?.id ?? -1)));
    for (const { id, key, sort } of placed(rows, siblings, byKey, base, parent === null ? groupStep : 1)) {
      const row = rows.find((one) => one.key === key);
      if (id === null && row) added.push({ ...row, sort });
      else if (id !== null && sortOf.get(id) !== sort) {
        sorts.push({ id, sort });
        sortOf.set(id, sort);
      }
    }
  }
  return { added, changed, sorts };
}

/** Between two groups there is room for the places of their entries. */
const groupStep = 100;

/** The siblings in their order, each new row behind the one that the product has before it; places grow. */
function placed(
  rows: readonly ProductRow[],
  siblings: readonly KnownRow[],
  byKey: ReadonlyMap<string, KnownRow>,
  base: number,
  step: number,
): Placed[] {
  const list: Placed[] = siblings.map(({ id, key, sort }) => ({ id, key, sort }));
  for (const [place, { key }] of rows.entries()) {
    if (byKey.has(key)) continue;
    const before = rows
      .slice(0, place)
      .map((row) => list.findIndex((one) => one.key === row.key))
      .filter((at) => at >= 0)
      .at(-1);
    const at = before === undefined ? 0 : before + 1;
    const behind = list[at - 1]?.sort ?? base;
    const next = list[at]?.sort;
    const sort = next !== undefined && step > 1 ? Math.max(behind + 1, Math.floor((behind + next) / 2)) : behind + step;
    list.splice(at, 0, { id: null, key, sort });
  }
  let last = Number.NEGATIVE_INFINITY;
  return list.map((one) => {
    last = Math.max(one.sort, last + 1);
    return { ...one, sort: last };
  });
}

/** A function that the product has no more: nobody is shown it, and its row is kept for what points at it. */
function gone(row: KnownRow): Changed {
  return { ...fieldsOf(row), built: false, enabled: false };
}

function renewed(row: KnownRow, now: ProductRow): Changed {
  const follows = (shown: string, said: string | null) => said !== null && shown === said;
  return {
    id: row.id,
    url: now.url,
    code: now.code,
    built: now.built,
    // What an administrator switched off stays off.
    enabled: now.built && (row.switched ?? true),
    headOffice: now.headOffice,
    name: follows(row.name, row.productName) ? now.name : row.name,
    nameEn: follows(row.nameEn, row.productNameEn) ? now.nameEn : row.nameEn,
    productName: now.name,
    productNameEn: now.nameEn,
  };
}

function fieldsOf(row: KnownRow): Changed {
  const { id, url, code, built, enabled, headOffice, name, nameEn, productName, productNameEn } = row;
  return { id, url, code, built, enabled, headOffice, name, nameEn, productName, productNameEn };
}

function differs(row: KnownRow, after: Changed): boolean {
  return JSON.stringify(fieldsOf(row)) !== JSON.stringify(fieldsOf({ ...row, ...after }));
}
