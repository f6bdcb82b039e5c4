/** Columns that hold secrets: sealed on the way in, read by server code alone, sealed anew where the key is another. */
import { eq, getTableColumns, getTableName, sql } from "drizzle-orm";
import type { PgColumn, PgTable } from "drizzle-orm/pg-core";
import { m } from "~/contract/messages";
import type { AnyResource } from "~/contract/resource";
import type { Database } from "../db/database";
import { logFailure } from "./answers";
import type { Call } from "./call";
import { Refusal } from "./refusal";
import type { ResourceTable } from "./resource-backend";
import { rowsOf } from "./rows";
import type { SecretBox } from "./secret-box";

const known = new Map<string, PgColumn>();

/** A column outside the resources, of a table with `corp_code` and `id`. */
export function holdsSecret(column: PgColumn): PgColumn {
  known.set(nameOf(column), column);
  return column;
}

/** The secret fields of a resource. */
export function noteSecrets({ fields }: AnyResource, table: PgTable): void {
  const columns = getTableColumns(table);
  for (const [name, { kind }] of Object.entries(fields)) {
    const column = columns[name];
    if (kind === "secret" && column) holdsSecret(column);
  }
}

/** Whose secrets they are. */
interface Sealing {
  secrets: SecretBox;
  caller: { corpCode: string };
}

/** As the column keeps it. */
export function sealSecret({ secrets, caller }: Sealing, column: PgColumn, text: string) {
  return secrets.seal(text, placeOf(caller.corpCode, column));
}

/**
 * The text of a secret, for the server's own use: it never stands in an answer, a log or the audit trail. What no key
 * opens is refused in words for the one who asked; the log names the key that is missing.
 */
export function readSecret({ secrets, caller }: Sealing, column: PgColumn, kept: string) {
  try {
    return secrets.open(kept, placeOf(caller.corpCode, column));
  } catch (error) {
    logFailure("error", error, "secrets");
    throw new Refusal(m.ops_secret_unreadable());
  }
}

/** Of a row that was saved: secrets that an older key has sealed, by a node that had no newer one, are sealed anew. */
export async function resealRow(call: Call, table: ResourceTable, row: { id: number }): Promise<void> {
  const anew: Record<string, string> = {};
  const columns = getTableColumns<PgTable>(table);
  for (const [name, kept] of Object.entries<unknown>(row)) {
    const column = columns[name];
    if (!column || !known.has(nameOf(column)) || typeof kept !== "string") continue;
    if (call.secrets.prefix === "" || kept.startsWith(call.secrets.prefix)) continue;
    const text = opened(call.secrets, kept, placeOf(call.caller.corpCode, column), new Set());
    if (text !== null) anew[name] = sealSecret(call, column, text);
  }
  if (Object.keys(anew).length > 0)
    await call.db
      .update(table)
      .set(anew as never)
      .where(eq(table.id, row.id));
}

const nameOf = (column: PgColumn) => `${getTableName(column.table)}.${column.name}`;
const placeOf = (corpCode: string, column: PgColumn) => `${corpCode} ${nameOf(column)}`;

const batch = 200;

/**
 * At a start: what is plain still, or sealed by an older key, is sealed by the newest. What no key opens stays as it is,
 * and the log says which key is missing. Answers how many rows were written.
 */
export async function resealSecrets(database: Database, secrets: SecretBox): Promise<number> {
  if (secrets.prefix === "") return 0;
  let written = 0;
  for (const column of known.values()) written += await resealColumn(database, secrets, column);
  return written;
}

interface Kept {
  corp_code: string;
  id: number;
  kept: string;
}

async function resealColumn(database: Database, secrets: SecretBox, column: PgColumn): Promise<number> {
  const table = sql.identifier(getTableName(column.table));
  const name = sql.identifier(column.name);
  const unreadable = new Set<string>();
  let written = 0;
  for (let after = 0; ; ) {
    const done = await database.system(async (tx) => {
      const rows = await rowsOf<Kept>(
        tx,
        sql`
        select corp_code, id, ${name} as kept from ${table}
        where id > ${after} and ${name} is not null and not starts_with(${name}, ${secrets.prefix})
        order by id
        limit ${batch}
        for update
      `,
      );
      for (const { corp_code, id, kept } of rows) {
        const place = placeOf(corp_code, column);
        const text = opened(secrets, kept, place, unreadable);
        if (text === null) continue;
        await tx.execute(sql`
          update ${table} set ${name} = ${secrets.seal(text, place)} where corp_code = ${corp_code} and id = ${id}
        `);
        written += 1;
      }
      after = Number(rows.at(-1)?.id ?? 0);
      return rows.length < batch;
    });
    if (done) break;
  }
  for (const message of unreadable) logFailure("error", new Error(message), "secrets");
  return written;
}

function opened(secrets: SecretBox, kept: string, place: string, unreadable: Set<string>): string | null {
  try {
    return secrets.open(kept, place);
  } catch (error) {
    unreadable.add(error instanceof Error ? error.message : String(error));
    return null;
  }
}
