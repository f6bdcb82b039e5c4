/** Whether two addresses are pages of one tab: looking at another tab leaves a page as it is. */
import { useRouteLoaderData } from "@remix-run/react";
import type { loader } from "./layout";
import { tabOf } from "./tabs";

export interface Place {
  pathname: string;
  search: string;
}

export function useSameTab(): (one: Place, other: Place) => boolean {
  const shell = useRouteLoaderData<typeof loader>("shell");
  const groups = shell && "groups" in shell ? shell.groups : null;
  return (one, other) => {
    if (!groups) return true;
    const [here, there] = [one, other].map(
      ({ pathname, search }) => tabOf(groups, { pathname, search, title: "" }).path,
    );
    return here === there;
  };
}
