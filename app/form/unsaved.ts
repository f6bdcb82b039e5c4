/** Asks before what was typed into a form is left behind; only scripts can. */
import { useBeforeUnload, useBlocker, useRouteLoaderData } from "@remix-run/react";
import { type MutableRefObject, useCallback, useEffect } from "react";
import { m } from "~/contract/messages";
import type { loader } from "~/shell/layout";
import { tabOf } from "~/shell/tabs";

/**
 * `dirty.current` is true while the form holds what is not saved. Another tab may be looked at meanwhile: this one keeps
 * its page as it was left.
 */
export function useUnsavedWarning(dirty: MutableRefObject<boolean>): void {
  const shell = useRouteLoaderData<typeof loader>("shell");
  const groups = shell && "groups" in shell ? shell.groups : null;
  const isSameTab = (one: Location, other: Location) => {
    if (!groups) return true;
    const [here, there] = [one, other].map(
      ({ pathname, search }) => tabOf(groups, { pathname, search, title: "" }).path,
    );
    return here === there;
  };
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
      dirty.current && here.pathname !== next.pathname && isSameTab(here, next),
  );
  useEffect(() => {
    if (blocker.state !== "blocked") return;
    if (window.confirm(m.forms_unsaved())) blocker.proceed();
    else blocker.reset();
  }, [blocker]);
}

type Location = { pathname: string; search: string };
