/** Asks before what was typed into a form is left behind; only scripts can. */
import { useBeforeUnload, useBlocker } from "@remix-run/react";
import { type MutableRefObject, useCallback, useEffect } from "react";
import { m } from "~/contract/messages";

/** `dirty.current` is true while the form holds what is not saved. */
export function useUnsavedWarning(dirty: MutableRefObject<boolean>): void {
  useBeforeUnload(
    useCallback(
      (event) => {
        if (dirty.current) event.preventDefault();
      },
      [dirty],
    ),
  );
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => dirty.current && currentLocation.pathname !== nextLocation.pathname,
  );
  useEffect(() => {
    if (blocker.state !== "blocked") return;
    if (window.confirm(m.forms_unsaved())) blocker.proceed();
    else blocker.reset();
  }, [blocker]);
}
