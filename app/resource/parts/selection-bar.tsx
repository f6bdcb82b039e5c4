/**
 * What can be done with the rows that are ticked; what was ticked on other pages comes along. The style sheet shows it once
 * something is ticked and counts the ticks, so that it needs no script.
 */

import { m } from "~/contract/messages";
import { Link } from "~/widgets/link";
import type { PagerView, Selection } from "./view";

export function SelectionBar({
  selection,
  pager,
  exportTo,
}: {
  selection: Selection;
  pager: PagerView;
  exportTo?: string | undefined;
}) {
  const { others, shown, count, all, bulk, toAll, clear } = selection;
  return (
    <fieldset className={all || others !== "" ? "bulk bulk-shown no-print" : "bulk no-print"}>
      <legend className="visually-hidden">{m.lists_selection()}</legend>
      {all ? <input type="hidden" name="all" value={all} /> : <input type="hidden" name="sel" value={others} />}
      <input type="hidden" name="shown" value={shown} />
      <strong>{all ? m.lists_chosen({ n: count }) : <Ticked />}</strong>
      {toAll && <Link to={toAll.to}>{toAll.label}</Link>}
      {clear && <Link to={clear}>{m.lists_clear()}</Link>}
      {!all && pager.previous && (
        <button className="link-button" name="go" value={pager.previous}>
          {m.lists_keep_previous()}
        </button>
      )}
      {!all && pager.next && (
        <button className="link-button" name="go" value={pager.next}>
          {m.lists_keep_next()}
        </button>
      )}
      <span className="bulk-commands">
        {bulk.map(({ intent, label, danger }) => (
          <button key={intent} className={danger ? "button button-danger" : "button"} name="ask" value={intent}>
            {label}
          </button>
        ))}
        {exportTo && !all && (
          <button className="button" name="tick" value="export" formAction={exportTo}>
            {m.jobs_export_ticked()}
          </button>
        )}
      </span>
    </fieldset>
  );
}

/** The sentence with the number that the style sheet counts in its place. */
function Ticked() {
  const [before = "", after = ""] = m.lists_chosen({ n: "#" }).split("#");
  return (
    <>
      {before}
      <span className="ticked" />
      {after}
    </>
  );
}
