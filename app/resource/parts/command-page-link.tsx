/** A link to a command's page. Scripts show the page in a drawer, over the page that it was pressed on. */
import { lazy, type MouseEvent, Suspense, useState } from "react";
import { Link } from "~/widgets/link";

const CommandDrawer = lazy(() => import("./command-drawer"));

interface Props {
  to: string;
  label: string;
  className?: string | undefined;
}

export function CommandPageLink({ to, label, className }: Props) {
  const [open, setOpen] = useState(false);
  function show(event: MouseEvent) {
    if (event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    setOpen(true);
  }
  return (
    <>
      <Link to={to} onClick={show} className={className} aria-haspopup="dialog">
        {label}
      </Link>
      {open && (
        <Suspense>
          <CommandDrawer to={to} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
