/** A button that sets one preference and comes back to this page, whole: language and colours are the document's. */
import { useLocation } from "@remix-run/react";
import type { ReactNode } from "react";

interface PreferenceButtonProps {
  name: "locale" | "scheme" | "lite" | "sidebar";
  value: string;
  className?: string;
  pressed?: boolean;
  children: ReactNode;
}

export function PreferenceButton({ name, value, className, pressed, children }: PreferenceButtonProps) {
  const { pathname, search } = useLocation();
  return (
    <form method="post" action="/preferences" className="preference">
      <input type="hidden" name="to" value={pathname + search} />
      <button name={name} value={value} className={className} aria-pressed={pressed} type="submit">
        {children}
      </button>
    </form>
  );
}
