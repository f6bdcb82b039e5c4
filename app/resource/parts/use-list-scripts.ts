/** Fetches what a list does by keyboard and dragging, once its page stands. */
import { useNavigate, useRevalidator } from "@remix-run/react";
import { type RefObject, useEffect, useRef } from "react";

export function useListScripts(): RefObject<HTMLDivElement> {
  const root = useRef<HTMLDivElement>(null);
  const go = useNavigate();
  const { revalidate } = useRevalidator();
  const latest = useRef({ go, revalidate });
  latest.current = { go, revalidate };
  useEffect(() => {
    let stop = () => {};
    let gone = false;
    const hooks = { go: (to: string) => latest.current.go(to), again: () => latest.current.revalidate() };
    import("./list-scripts").then(
      ({ enhanceList }) => {
        if (!gone && root.current) stop = enhanceList(root.current, hooks);
      },
      // A line that drops here costs a convenience.
      () => {},
    );
    return () => {
      gone = true;
      stop();
    };
  }, []);
  return root;
}
