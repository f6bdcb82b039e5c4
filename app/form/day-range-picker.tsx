/**
 * Picks both ends of a range in one calendar, where scripts run: it fills two native date inputs, which stay what is
 * posted. The calendar is fetched when somebody asks for it, never before.
 */
import { Suspense, useRef, useState } from "react";
import { m } from "~/contract/messages";
import { lazyPart } from "~/line/this-line";
import { useHydrated } from "~/widgets/hydrated";
import type { DayRange } from "./day-range-calendar";

const Calendar = lazyPart(() => import("./day-range-calendar"));

/** `from` and `to` are ids of the inputs. */
export function DayRangePicker({ from, to }: { from: string; to: string }) {
  const hydrated = useHydrated();
  const dialog = useRef<HTMLDialogElement>(null);
  const [range, setRange] = useState<DayRange | null>(null);
  const open = () => {
    setRange([inputOf(from)?.value || null, inputOf(to)?.value || null]);
    dialog.current?.showModal();
  };
  const choose = (chosen: DayRange) => {
    setRange(chosen);
    const [first, last] = chosen;
    if (!first || !last) return;
    fill(from, first);
    fill(to, last);
    dialog.current?.close();
  };
  return (
    <>
      {/* Its room is there before the scripts, so that nothing below moves when they come. */}
      <button
        type="button"
        className={hydrated ? "link-button" : "link-button comes-later"}
        aria-haspopup="dialog"
        onClick={open}
      >
        {m.engine_pick_days()}
      </button>
      <dialog
        ref={dialog}
        className="day-dialog panel"
        aria-label={m.engine_pick_days()}
        onClose={() => setRange(null)}
      >
        {range && (
          <Suspense fallback={<p className="dim">…</p>}>
            <Calendar range={range} choose={choose} />
          </Suspense>
        )}
        <button type="button" className="button" onClick={() => dialog.current?.close()}>
          {m.engine_cancel()}
        </button>
      </dialog>
    </>
  );
}

function inputOf(id: string): HTMLInputElement | null {
  const found = document.getElementById(id);
  return found instanceof HTMLInputElement ? found : null;
}

function fill(id: string, day: string) {
  const input = inputOf(id);
  if (!input) return;
  input.value = day;
  input.dispatchEvent(new Event("change", { bubbles: true }));
}
