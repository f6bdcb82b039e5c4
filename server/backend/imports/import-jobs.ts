/** What imports do in the background: check a file, write its rows, take them back. A batch at a time, resumed by marks. */
import { z } from "zod";
import { m } from "~/contract/messages";
import type { Access } from "~/contract/method";
import { type JobKind, type JobResult, type JobRun, jobKind } from "../jobs/kind";
import { standIn } from "../jobs/stand-in";
import { notify } from "../kernel/notify";
import { NotFound } from "../kernel/refusal";
import type { ImportTarget, Served } from "../kernel/served";
import { checkFile } from "./check-job";
import type { Step } from "./import-methods";
import { type ImportRun, runById } from "./import-store";
import { refuseUnlessMayWrite } from "./may-write";
import type { Task } from "./task";
import { takeBack } from "./undo-job";
import { writeRows } from "./write-job";

export function importKinds(served: Served[]): JobKind[] {
  const targets = new Map(
    served.flatMap(({ imports }) => (imports ? [[keyOf(imports.resource), imports] as const] : [])),
  );
  const kind = (
    step: Step,
    title: JobKind["title"],
    work: (task: Task) => Promise<void>,
    outcome: (result: JobResult) => string,
  ): JobKind =>
    jobKind({
      kind: step,
      title,
      payload: z.object({ importId: z.number() }),
      outcome,
      tells: "failures",
      async page({ payload: { importId } }, tx) {
        const found = await runById(tx, importId);
        const target = found && targets.get(keyOf(found));
        return target ? pageOf(target, importId) : "";
      },
      async run(run, { importId }) {
        const found = await run.read((tx) => runById(tx, importId));
        const target = found && targets.get(keyOf(found));
        const access = target?.resource.imports?.run.access;
        if (!found || !target || !access) throw new NotFound();
        await work(taskOf(run, target, found, access));
        return undefined;
      },
    });
  return [
    kind("importCheck", m.imports_kind_check, checkFile, ({ rows = 0 }) => m.imports_checked({ n: rows })),
    kind("import", m.imports_kind, writeRows, ({ rows = 0 }) => m.imports_imported({ n: rows })),
    kind("importUndo", m.imports_kind_undo, takeBack, ({ rows = 0 }) => m.imports_taken_back({ n: rows })),
  ];
}

const pageOf = ({ resource }: ImportTarget, id: number) => `${resource.path}/import/${id}`;
const keyOf = ({ business, noun }: { business: string; noun: string }) => `${business}/${noun}`;

function taskOf(run: JobRun, target: ImportTarget, found: ImportRun, access: Access): Task {
  const link = pageOf(target, found.id);
  const { title } = target.resource;
  const tell: Task["tell"] = async (tx, told) => {
    const to = { accounts: [found.accountId] };
    await notify(tx, run.now(), { ...told, to, kind: "task", link, matter: `import ${run.jobId}` });
  };
  return {
    run,
    target,
    found,
    link,
    call: async (tx) => {
      const call = await standIn(run, tx, access);
      await refuseUnlessMayWrite(call, target.resource, found.existing);
      return call;
    },
    tell,
    tellFailure: (tx, why) =>
      tell(tx, {
        title: (options) => m.imports_told_failed({ title: title({}, options) }, options),
        body: (options) => m.imports_told_why({ file: found.fileName, why }, options),
      }),
  };
}
