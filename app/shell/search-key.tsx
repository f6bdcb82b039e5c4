/** Ctrl-K (⌘K): the menu's search over the page. Its script comes when it is first asked for. */
import { useNavigate } from "@remix-run/react";
import { lazy, Suspense, useEffect, useState } from "react";
import { m } from "~/contract/messages";

const Palette = lazy(() => import("~/widgets/palette"));

interface Answer {
  found: { name: string; url: string; group: string }[];
}

async function search(query: string, signal: AbortSignal) {
  const headers = { accept: "application/json" };
  const answer = await fetch(`/menuSearch?q=${encodeURIComponent(query)}`, { headers, signal });
  if (!answer.ok) return [];
  const { found } = (await answer.json()) as Answer;
  return found.map(({ name, url, group }) => ({ id: url, text: name, hint: group }));
}

export function SearchKey() {
  const navigate = useNavigate();
  const [open, setOpen] = useState(false);

  useEffect(() => {
    function press(event: KeyboardEvent) {
      if (event.key.toLowerCase() !== "k" || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey)
        return;
      event.preventDefault();
      setOpen(true);
    }
    addEventListener("keydown", press);
    return () => removeEventListener("keydown", press);
  }, []);

  if (!open) return null;
  return (
    <Suspense>
      <Palette
        label={m.tabs_search_label()}
        none={m.tabs_search_none()}
        search={search}
        onClose={() => setOpen(false)}
        onPick={(url) => {
          setOpen(false);
          navigate(url);
        }}
      />
    </Suspense>
  );
}
