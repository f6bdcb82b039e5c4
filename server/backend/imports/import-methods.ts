/** The methods of imports: begin with a file, look, write, take back. What takes long, a job does. */
import { sql } from "drizzle-orm";
import { type ImportMethods, importKey } from "~/contract/import";
import { importFormats } from "~/contract/import-formats";
import { m } from "~/contract/messages";
import type { ParsedPayloadOf } from "~/contract/method";
import { enqueueFor } from "../kernel/enqueue";
import { Invalid, NotFound, Refusal } from "../kernel/refusal";
import { type Call, type ImportTarget, type Served, serve } from "../kernel/served";
import { countRows, hasLater, type ImportRun, runById, runColumns, setRun } from "./import-store";
import { jobOf, stateOf, viewOf } from "./import-view";
import { refuseUnlessMayWrite } from "./may-write";

export type Step = "importCheck" | "import" | "importUndo";
const attempts = 3;

export function importsServed(served: Served[]): Served[] {
  return served.flatMap(({ imports }) => {
    const methods = imports?.resource.imports;
    return imports && methods ? methodsOf(imports, methods) : [];
  });
}

function methodsOf(target: ImportTarget, { start, get, run, undo }: ImportMethods): Served[] {
  return [
    serve(start, (call, asked) => startImport(call, target, asked)),
    serve(get, async (call, { id, show, pageNo }) => {
      const found = id === undefined ? await latest(call, target) : await own(call, target, id);
      return found && viewOf(call, target, found, { show, pageNo });
    }),
    serve(run, async (call, { id, mode }) => {
      const found = await own(call, target, id, true);
      const state = stateOf(found, await jobOf(call, found.jobId));
      if (state === "writing" || state === "done") return { id };
      if (state !== "checked") throw new Refusal(m.imports_not_now());
      const { good, bad, done } = await countRows(call.db, id);
      if (good === 0) throw new Refusal(m.imports_none_good());
      if (mode === "all" && bad > 0) throw new Refusal(m.imports_all_refused({ n: bad }));
      // Begun in the other way: the rows that are in stay in.
      if (mode === "all" && done > 0) throw new Refusal(m.imports_begun());
      await refuseUnlessMayWrite(call, target.resource, found.existing);
      await step(call, found, "import", { state: "writing", mode });
      call.audit({
        thing: "import",
        thingId: id,
        label: found.fileName,
        after: { noun: found.noun, mode, rows: good },
      });
      return { id };
    }),
    serve(undo, async (call, { id }) => {
      const found = await own(call, target, id, true);
      const state = stateOf(found, await jobOf(call, found.jobId));
      if (state === "undoing" || state === "undone") return { id };
      const { done } = await countRows(call.db, id);
      if ((state !== "done" && state !== "checked") || done === 0) throw new Refusal(m.imports_nothing_to_undo());
      await refuseUnlessMayWrite(call, target.resource, found.existing);
      if (await hasLater(call.db, found)) throw new Refusal(m.imports_undo_latest_only());
      await step(call, found, "importUndo", { state: "undoing" });
      call.audit({ thing: "import", thingId: id, label: found.fileName, after: { noun: found.noun, undo: done } });
      return { id };
    }),
  ];
}

type Asked = ParsedPayloadOf<ImportMethods["start"]>;

/** The file is the caller's own, uploaded a moment ago; it is swept away a day later, when its rows are here. */
async function startImport(call: Call, { resource }: ImportTarget, asked: Asked): Promise<{ id: number }> {
  const { path, key, existing } = asked;
  const { db, caller, now } = call;
  if (existing === "change" && importKey(resource) === null) throw new Invalid({ existing: [m.v_option()] });
  await refuseUnlessMayWrite(call, resource, existing);
  const { rows: files } = await db.execute<{ name: string }>(sql`
    select name from stored_file
    where corp_code = current_setting('app.corp_code') and path = ${path} and account_id = ${caller.userId}
      and state = 'temporary'
  `);
  const [file] = files;
  if (!file) throw new Invalid({ file: [m.files_missing()] });
  const format = formatOf(path);
  const { business, noun } = resource;
  const { rows } = await db.execute<{ id: number }>(sql`
    insert into import_run (business, noun, account_id, press_key, file_path, file_name, format, existing, created_at)
    values (
      ${business}, ${noun}, ${caller.userId}, ${key}, ${path}, ${file.name}, ${format}, ${existing},
      ${now.toISOString()}::timestamptz
    )
    on conflict (corp_code, account_id, press_key) do nothing
    returning id
  `);
  const made = rows[0];
  if (!made) return pressedBefore(call, key);
  const id = Number(made.id);
  const jobId = await enqueueFor(call, { kind: "importCheck", payload: { importId: id }, maxAttempts: attempts });
  await setRun(db, id, { state: "checking", jobId });
  call.audit({ thing: "import", thingId: id, label: file.name, after: { noun, file: file.name, existing } });
  return { id };
}

function formatOf(path: string): (typeof importFormats)[number] {
  const ending = path.slice(path.lastIndexOf(".") + 1);
  const format = importFormats.find((one) => one === ending);
  if (!format) throw new Invalid({ file: [m.imports_type()] });
  return format;
}

async function pressedBefore({ db, caller }: Call, key: string): Promise<{ id: number }> {
  const { rows } = await db.execute<{ id: number }>(sql`
    select id from import_run
    where corp_code = current_setting('app.corp_code') and account_id = ${caller.userId} and press_key = ${key}
  `);
  const [before] = rows;
  if (!before) throw new NotFound();
  return { id: Number(before.id) };
}

/** Anybody else's, and another resource's, is not found. */
async function own(call: Call, { resource }: ImportTarget, id: number, lock = false): Promise<ImportRun> {
  const found = await runById(call.db, id, lock);
  const mine = found?.accountId === call.caller.userId;
  if (!found || !mine || found.noun !== resource.noun || found.business !== resource.business) throw new NotFound();
  return found;
}

async function latest({ db, caller }: Call, { resource }: ImportTarget): Promise<ImportRun | null> {
  const { rows } = await db.execute(sql`
    select ${runColumns} from import_run i
    where i.corp_code = current_setting('app.corp_code') and i.account_id = ${caller.userId}
      and i.business = ${resource.business} and i.noun = ${resource.noun}
    order by i.id desc
    limit 1
  `);
  return (rows as unknown as ImportRun[])[0] ?? null;
}

async function step(
  call: Call,
  { id }: ImportRun,
  kind: Step,
  to: Pick<Parameters<typeof setRun>[2], "state" | "mode">,
): Promise<void> {
  const jobId = await enqueueFor(call, { kind, payload: { importId: id }, maxAttempts: attempts });
  await setRun(call.db, id, { ...to, jobId });
}
