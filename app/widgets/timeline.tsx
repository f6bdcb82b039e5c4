/** What happened, oldest first, as an ordered list with times. */
export interface TimelineEntry {
  at: string;
  title: string;
  detail: string;
  by: string;
  tone?: "good" | "bad" | "calm" | undefined;
}

export function Timeline({ entries }: { entries: TimelineEntry[] }) {
  return (
    <ol className="timeline">
      {entries.map((entry) => (
        <li key={`${entry.at}${entry.title}${entry.detail}`} className={`timeline-${entry.tone ?? "calm"}`}>
          <time>{entry.at}</time>
          <div>
            <strong>{entry.title}</strong>
            {entry.by && <span className="dim"> · {entry.by}</span>}
            {entry.detail && <p>{entry.detail}</p>}
          </div>
        </li>
      ))}
    </ol>
  );
}
