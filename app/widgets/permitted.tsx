/** An element that needs a right, as the loader found it (screens/permission.server.ts). */
import type { ReactNode } from "react";

/** `hidden`: in the page, but neither seen nor reached by keyboard, and no part of a form. */
export type Permission = "shown" | "hidden" | "removed";

export function Permitted({ by, children }: { by: Permission; children: ReactNode }) {
  if (by === "removed") return null;
  if (by === "shown") return children;
  return (
    <fieldset hidden disabled>
      {children}
    </fieldset>
  );
}
