/** What would come, or came, of a data migration: counts by kind, and things one by one with the reason. */
import { m } from "~/contract/messages";
import type { MigrationCounts, MigrationKind, MigrationOutcome } from "~/contract/tenant/migration";
import { TableFrame } from "~/widgets/table-frame";

const columns = ["made", "taken", "same", "kept", "blocked"] as const;
const heads: Record<(typeof columns)[number], () => string> = {
  made: m.migration_made,
  taken: m.migration_taken,
  same: m.migration_same,
  kept: m.migration_kept,
  blocked: m.migration_blocked,
};

const planned: Record<MigrationOutcome, () => string> = {
  made: m.migration_outcome_made,
  taken: m.migration_outcome_taken,
  same: m.migration_outcome_same,
  kept: m.migration_outcome_kept,
  blocked: m.migration_outcome_blocked,
};
const became: Record<MigrationOutcome, () => string> = {
  made: m.migration_became_made,
  taken: m.migration_became_taken,
  same: m.migration_became_same,
  kept: m.migration_became_kept,
  blocked: m.migration_became_blocked,
};
const tones: Record<MigrationOutcome, string> = {
  made: "good",
  taken: "accent",
  same: "calm",
  kept: "warn",
  blocked: "bad",
};

interface CountsProps {
  label: string;
  rows: readonly { kind: string; label: string; counts: MigrationCounts }[];
}

export function CountsTable({ label, rows }: CountsProps) {
  return (
    <TableFrame label={label}>
      <table className="table">
        <caption className="visually-hidden">{label}</caption>
        <thead>
          <tr>
            <th scope="col">{m.migration_kinds()}</th>
            {columns.map((column) => (
              <th scope="col" className="num" key={column}>
                {heads[column]()}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ kind, label: name, counts }) => (
            <tr key={kind}>
              <th scope="row">{name}</th>
              {columns.map((column) => (
                <td className="num" key={column}>
                  {counts[column]}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </TableFrame>
  );
}

export interface ThingRow {
  label?: string;
  name: string;
  outcome: MigrationOutcome;
  why: string;
}

/** `done`: it has come about. */
export function ThingsTable({ label, rows, done }: { label: string; rows: readonly ThingRow[]; done: boolean }) {
  const ofKinds = rows.some((row) => row.label);
  return (
    <TableFrame label={label}>
      <table className="table migration-things">
        <caption className="visually-hidden">{label}</caption>
        <thead>
          <tr>
            {ofKinds && <th scope="col">{m.migration_kinds()}</th>}
            <th scope="col">{m.migration_name()}</th>
            <th scope="col">{m.migration_became()}</th>
            <th scope="col">{m.migration_why()}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row, place) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two may have one name
            <tr key={place}>
              {ofKinds && <td>{row.label}</td>}
              <td>{row.name}</td>
              <td>
                <span className={`badge badge-${tones[row.outcome]}`}>{(done ? became : planned)[row.outcome]()}</span>
              </td>
              <td>{row.why}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </TableFrame>
  );
}

export function PlanTables({ heading, kinds }: { heading: string; kinds: readonly MigrationKind[] }) {
  return (
    <>
      <section className="panel" aria-labelledby="migration-plan">
        <h2 id="migration-plan">{heading}</h2>
        <p className="dim">{m.migration_first()}</p>
        <CountsTable label={m.migration_dry_run()} rows={kinds} />
      </section>
      {kinds.map(({ kind, label, rows }) => (
        <section className="panel" key={kind} aria-labelledby={`plan-${kind}`}>
          <h2 id={`plan-${kind}`}>{label}</h2>
          {rows.length === 0 ? (
            <p className="dim">{m.migration_none_shown()}</p>
          ) : (
            <ThingsTable label={label} rows={rows} done={false} />
          )}
        </section>
      ))}
    </>
  );
}
