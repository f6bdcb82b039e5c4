/** Areas by code and by full address. */
import type { Option } from "~/contract/resource";
import type { Transaction } from "../db/database";
import { prepared } from "./prepared";

interface Row {
  code: string;
  address: string;
}

/** Full addresses of the codes that there are. */
export async function areaLabels(tx: Transaction, codes: string[]): Promise<Option[]> {
  if (codes.length === 0) return [];
  const rows = await prepared<Row>(tx, `${areas} where area_code = any ($1::text[])`, [codes]);
  return rows.map(({ code, address }) => ({ value: code, label: address }));
}

/** Codes by full address and by code itself, in lower case, of those texts that are one. */
export async function areasNamed(tx: Transaction, texts: string[]): Promise<Map<string, string>> {
  if (texts.length === 0) return new Map();
  const named = `${areas} where area_code = any ($1::text[]) or area_addr = any ($1::text[])`;
  const rows = await prepared<Row>(tx, named, [texts]);
  return new Map(
    rows.flatMap(({ code, address }): [string, string][] => [
      [address.toLowerCase(), code],
      [code, code],
    ]),
  );
}

const areas = "select area_code as code, area_addr as address from area";
