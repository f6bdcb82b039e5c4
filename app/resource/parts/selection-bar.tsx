/** What can be done with the rows that are ticked; what was ticked on other pages comes along. */

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
    <fieldset className="bulk no-print">
      <legend className="visually-hidden">{m.lists_selection()}</legend>
      {all ? <input type="hidden" name="all" value="1" /> : <input type="hidden" name="sel" value={others} />}
      <input type="hidden" name="shown" value={shown} />
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
      {count > 0 && <strong>{m.lists_chosen({ n: count })}</strong>}
      {!all && (
        <button className="link-button" name="tick" value="page">
          {m.lists_choose_page()}
        </button>
      )}
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
    </fieldset>
  );
}
