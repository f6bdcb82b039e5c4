/** A bill and its lines, as its steps read them. */
export interface Bill {
  id: number;
  code: string;
  number: string | null;
  storeId: number;
  kind: string;
  amount: number | null;
  makerId: number | null;
  reverses: string | null;
  toStoreId?: number | null;
}

export interface BillLine {
  id: number;
  itemId: number;
  quantity: number;
  amount: number;
  serials: string | null;
}
