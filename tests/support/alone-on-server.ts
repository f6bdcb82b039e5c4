/** For tests whose transactions hold locks on every table: two of them at once are more than a server's settings have room for. */
import pg from "pg";

const key = 20_261_127;

/** Waits until no other such test runs on the server; answers how to let the next one begin. */
export async function aloneOnServer(): Promise<() => Promise<void>> {
  const connectionString = process.env.TEST_DATABASE_URL;
  if (!connectionString) return async () => {};
  const client = new pg.Client({ connectionString });
  await client.connect();
  await client.query("select pg_advisory_lock($1)", [key]);
  return () => client.end();
}
