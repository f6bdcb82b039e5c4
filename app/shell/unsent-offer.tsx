/** One line above a page whose forms were left unsent, after a crash or a reload. */
import { useLocation } from "@remix-run/react";
import { useEffect, useState } from "react";
import { m } from "~/contract/messages";
import type { Unsent } from "~/line/unsent";
import { dropForms, restoreForms, unsentHere } from "~/line/unsent-forms";

export function UnsentOffer({ account }: { account: string }) {
  const { key } = useLocation();
  const [unsent, setUnsent] = useState<Unsent | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once a page
  useEffect(() => {
    // Parts of a form may come after the page itself.
    const look = setTimeout(() => setUnsent(unsentHere(account)), 100);
    // Typed anew by hand, there is nothing left to offer. As it is typed: a change is told by the press of the next button,
    // and a line that goes at that moment moves the button away under the pointer.
    const again = () => setUnsent((offered) => offered && unsentHere(account));
    addEventListener("input", again);
    return () => {
      clearTimeout(look);
      removeEventListener("input", again);
    };
  }, [key, account]);
  if (!unsent) return null;
  return (
    <div className="slow-line no-print" role="status">
      {m.line_unsent()}
      <button
        type="button"
        className="link-button"
        onClick={() => {
          restoreForms(unsent);
          setUnsent(null);
        }}
      >
        {m.line_unsent_restore()}
      </button>
      <button
        type="button"
        className="link-button"
        onClick={() => {
          dropForms();
          setUnsent(null);
        }}
      >
        {m.line_unsent_drop()}
      </button>
    </div>
  );
}
