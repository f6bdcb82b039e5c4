/** Before all tests of the backend: what their databases are made from, once for all workers and outside any test's time. */
import { randomUUID } from "node:crypto";
import { dropAllOf, makeTemplate, runName } from "./prepared-database";

export default async function prepare() {
  await makeTemplate();
  const url = process.env.TEST_DATABASE_URL;
  if (!url) return;
  // Workers begin after this, with this environment.
  const run = `${randomUUID().slice(0, 8)}_`;
  process.env[runName] = run;
  return () => dropAllOf(url, run);
}
