/**
 * Data migration: chosen configuration of one tenant is copied to another. A dry run writes nothing; a run keeps a row for
 * every thing that it looked at, so that it goes on after a stop and can be taken back until somebody uses what it made.
 */
import { z } from "zod";
import { command } from "../command";
import { dictionary, moment, number, text } from "../field-kinds";
import { m } from "../messages";
import { method } from "../method";
import { resource } from "../resource";
import { id, idempotencyKey, wholeNumber } from "../validators";

const path = "/tenantManage/dataMigration/index";
export const migrationNew = "/tenantManage/dataMigration/new";
const fun = "dataMigration";
const figure = { list: true, default: 0, hideZero: true, form: false, logged: false } as const;

export const dataMigration = resource("platform", "dataMigration", {
  title: m.migration,
  listTitle: m.migration_runs,
  path,
  fun,
  nameField: "toName",
  status: "status",
  readOnly: true,
  freshProof: true,
  defaultSort: { field: "id", order: "desc" },
  tools: [{ label: m.migration_new, to: migrationNew }],
  fields: {
    toName: text({ label: m.migration_to, required: true, max: 80, list: true, filter: "contains" }),
    toCode: text({ label: m.migration_to_code, required: true, max: 20, list: "file", filter: "equals" }),
    fromName: text({ label: m.migration_from, required: true, max: 80, list: true, filter: "contains" }),
    fromCode: text({ label: m.migration_from_code, required: true, max: 20, list: "file" }),
    status: dictionary("dataMigrationState", {
      ...{ label: m.status, required: true, default: "running", list: true, filter: "anyOf" },
      values: ["running", "done", "undone"],
    }),
    made: number({ ...figure, label: m.migration_made }),
    taken: number({ ...figure, label: m.migration_taken }),
    same: number({ ...figure, label: m.migration_same }),
    kept: number({ ...figure, label: m.migration_kept }),
    blocked: number({ ...figure, label: m.migration_blocked }),
    startedBy: text({ label: m.migration_by, required: true, max: 60, list: true }),
    startedAt: moment({ label: m.migration_started, required: true, list: true, filter: "between" }),
    finishedAt: moment({ label: m.migration_finished, list: "file", logged: false }),
    undoneBy: text({ label: m.migration_undone_by, max: 60, list: "file" }),
    undoneAt: moment({ label: m.migration_undone_at, list: "file" }),
    /** The background work that does it. */
    jobId: number({ label: m.migration, form: false, logged: false, detail: false }),
  },
  commands: {
    /** What stopped for good goes on where it was. */
    resume: command({
      ...{ label: m.migration_resume, from: ["running"], question: m.migration_resume_question },
      ...{ button: "start" },
    }),
    /** All of it or nothing: refused while something uses what it made. */
    undo: command({
      ...{ label: m.migration_undo, from: ["running", "done"], to: "undone", tone: "bad" },
      question: m.migration_undo_question,
    }),
  },
});

const noun = z.string().regex(/^[A-Za-z]{1,40}$/);
const nouns = z.array(noun).max(40).default([]);
/** For an anchor: which row of the target stands for those that it does not have. */
const places = z
  .array(z.object({ kind: noun, id }))
  .max(10)
  .default([]);

const wish = {
  /** Left out: head office itself. */
  sourceId: id.optional(),
  kinds: nouns,
  /** Of the kinds, where the target's own content is overwritten. */
  takes: nouns,
  places,
};

const counts = z.object({
  made: wholeNumber(0),
  taken: wholeNumber(0),
  same: wholeNumber(0),
  kept: wholeNumber(0),
  blocked: wholeNumber(0),
});
export type MigrationCounts = z.output<typeof counts>;
export const outcomes = ["blocked", "kept", "taken", "made", "same"] as const;
export type MigrationOutcome = (typeof outcomes)[number];

const told = z.object({
  /** What it is known by, and where it leads to in the dry run: nowhere. */
  name: z.string(),
  outcome: z.enum(outcomes),
  /** Why, in words; "". */
  why: z.string(),
});

const ofKind = z.object({ kind: z.string(), label: z.string(), note: z.string(), counts, rows: z.array(told) });
export type MigrationKind = z.output<typeof ofKind>;

/** What there is to choose from; with source, target and kinds what would come of it. Writes nothing. */
export const dataMigrationPlan = method("platform", "dataMigrationPlan", {
  payload: z.object({ ...wish, targetId: id.optional() }),
  answer: z.object({
    tenants: z.array(z.object({ id, name: z.string(), code: z.string(), open: z.boolean() })),
    kinds: z.array(z.object({ kind: z.string(), label: z.string(), note: z.string(), takes: z.boolean() })),
    /** Anchors that the source has and the target does not, with what may stand for them. */
    missing: z.array(
      z.object({
        kind: z.string(),
        label: z.string(),
        names: z.array(z.string()),
        choices: z.array(z.object({ id, name: z.string() })),
      }),
    ),
    plan: z.array(ofKind),
    /** Whether source, target and kinds were chosen: there is a plan, be it empty. */
    planned: z.boolean(),
    from: z.string(),
    to: z.string(),
  }),
  access: { fun },
});
export type MigrationPlan = z.output<typeof dataMigrationPlan.answer>;

export const dataMigrationStart = method("platform", "dataMigrationStart", {
  payload: z.object({ ...wish, targetId: id, idempotencyKey }),
  answer: z.object({ id }),
  access: { fun, button: "dataMigration:start" },
  writes: true,
  idempotent: true,
  freshProof: true,
  // The log of the tenant tells it of each thing; head office's tells of the run.
  told: ({ name, after }) => m.did_migrated({ name, from: String(after?.migratedFrom ?? "") }),
});

const perKind = z.object({ kind: z.string(), label: z.string(), total: z.number(), counts });

/** How far a run is, kind by kind, and what became of each thing: of one kind and outcome, 200 of them. */
export const dataMigrationRun = method("platform", "dataMigrationRun", {
  payload: z.object({ id, kind: noun.optional(), outcome: z.enum(outcomes).optional() }),
  answer: z.object({
    /** `stopped`: it has failed or was cancelled, and goes on when somebody resumes it. */
    state: z.enum(["waiting", "running", "stopped", "done", "undone"]),
    error: z.string(),
    done: z.number(),
    total: z.number(),
    kinds: z.array(perKind),
    rows: z.array(told.extend({ label: z.string() })),
    capped: z.boolean(),
  }),
  access: { fun },
});
export type MigrationRun = z.output<typeof dataMigrationRun.answer>;
