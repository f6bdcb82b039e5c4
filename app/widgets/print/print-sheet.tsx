/** What is to be on paper: one sheet of a named size (specification 1, print helper). The rest of the page stays off it. */
import type { ReactNode } from "react";
import { m } from "~/contract/messages";
import { useHydrated } from "../hydrated";

export type Paper = "a4" | "a5" | "receipt80" | "receipt58" | "label";

export function PrintSheet({ paper, children }: { paper: Paper; children: ReactNode }) {
  return <section className={`print-sheet print-${paper}`}>{children}</section>;
}

/** Without scripts the browser's own menu prints, and the page says so; where they come, the button's room is kept. */
export function PrintButton() {
  const hydrated = useHydrated();
  return (
    <>
      <button
        type="button"
        className={hydrated ? "button no-print" : "button no-print comes-later"}
        onClick={() => window.print()}
      >
        {m.files_print()}
      </button>
      {!hydrated && <span className="dim no-print without-scripts">{m.files_print_by_menu()}</span>}
    </>
  );
}
