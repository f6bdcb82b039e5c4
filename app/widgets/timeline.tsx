/** What happened, as an ordered list with times. */
export interface TimelineEntry {
  at: string;
  title: string;
  detail: string;
  by: string;
  tone?: "good" | "bad" | "calm" | undefined;
  /** Values before and after. */
  changed?: { label: string; before: string; after: string }[] | undefined;
  given?: { label: string; value: string }[] | undefined;
}

export function Timeline({ entries }: { entries: TimelineEntry[] }) {
  return (
    <ol className="timeline">
      {entries.map((entry, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two entries may say the same at the same time
        <li key={`${place}${entry.at}`} className={`timeline-${entry.tone ?? "calm"}`}>
          <time>{entry.at}</time>
          <div>
            <strong>{entry.title}</strong>
            {entry.by && <span className="dim"> · {entry.by}</span>}
            {entry.detail && <p>{entry.detail}</p>}
            <Values {...entry} />
          </div>
        </li>
      ))}
    </ol>
  );
}

function Values({ changed = [], given = [] }: Pick<TimelineEntry, "changed" | "given">) {
  if (changed.length + given.length === 0) return null;
  return (
    <ul>
      {given.map(({ label, value }) => (
        <li key={`given ${label}`}>
          {label}: {value}
        </li>
      ))}
      {changed.map(({ label, before, after }) => (
        <li key={`${label} ${before} ${after}`}>
          {label}: <del>{before}</del> <span aria-hidden="true">→</span> <ins>{after}</ins>
        </li>
      ))}
    </ul>
  );
}
