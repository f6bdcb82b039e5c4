/** Boards that are looked at all day read themselves anew. */
import { useRevalidator } from "@remix-run/react";
import { useEffect } from "react";

const everyMs = 30_000;

/** Every half minute; not while nobody looks: a board in a hidden tab asks for nothing. What is typed meanwhile stays. */
export function useReadAnew(live = true): void {
  const { revalidate } = useRevalidator();
  useEffect(() => {
    if (!live) return;
    const timer = setInterval(() => document.visibilityState === "visible" && revalidate(), everyMs);
    return () => clearInterval(timer);
  }, [live, revalidate]);
}
