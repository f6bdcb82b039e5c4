/** Ctrl-K (⌘K): the search over everything, over the page. Its script comes when it is first asked for. */
import { useNavigate } from "@remix-run/react";
import { Suspense, useEffect, useState } from "react";
import { m } from "~/contract/messages";
import { lazyPart, overLine } from "~/line/this-line";

const Palette = lazyPart(() => import("~/widgets/palette"));

interface Answer {
  found: { name: string; url: string; group: string }[];
  things: { title: string; found: { to: string; name: string; hint: string }[] }[];
}

async function search(query: string, signal: AbortSignal) {
  const headers = { accept: "application/json" };
  const answer = await overLine(`/menuSearch?q=${encodeURIComponent(query)}`, { headers, signal });
  if (!answer.ok) return [];
  const { found, things } = (await answer.json()) as Answer;
  return [
    ...things.flatMap(({ title, found: rows }) =>
      rows.map(({ to, name, hint }) => ({ id: to, text: name, hint: `${title} · ${hint}` })),
    ),
    ...found.map(({ name, url, group }) => ({ id: url, text: name, hint: group })),
  ];
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
        label={m.find_help()}
        none={m.find_none()}
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
