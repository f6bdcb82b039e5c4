/** Asks before what was typed into a form is left behind; only scripts can. */
import { useBeforeUnload, useBlocker } from "@remix-run/react";
import { type MutableRefObject, useCallback, useEffect } from "react";
import { m } from "~/contract/messages";

interface Place {
  pathname: string;
  search: string;
}

/**
 * `dirty.current` is true while the form holds what is not saved.
 * @param leaves Whether going from one place to another loses the page: the shell keeps those of other tabs.
 */
export function useUnsavedWarning(
  dirty: MutableRefObject<boolean>,
  leaves: (here: Place, next: Place) => boolean,
): void {
  useBeforeUnload(
    useCallback(
      (event) => {
        if (dirty.current) event.preventDefault();
      },
      [dirty],
    ),
  );
  const blocker = useBlocker(
    ({ currentLocation: here, nextLocation: next }) =>
      dirty.current && here.pathname !== next.pathname && leaves(here, next),
  );
  useEffect(() => {
    if (blocker.state !== "blocked") return;
    if (window.confirm(m.forms_unsaved())) blocker.proceed();
    else blocker.reset();
  }, [blocker]);
}
