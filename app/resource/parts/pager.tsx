/** Total, sizes, previous, pages, next, jumper (specification 9); links and one small form, nothing that needs a script. */
import { Form } from "@remix-run/react";
import { m } from "~/contract/messages";
import { Link } from "~/widgets/link";
import type { PagerView } from "./view";

export function Pager({ pager, path }: { pager: PagerView; path: string }) {
  return (
    <nav className="pager" aria-label={m.engine_pages()}>
      <span>{pager.total}</span>
      {pager.sizes.length > 0 && (
        <span className="pager-sizes">
          {m.engine_page_size()}{" "}
          {pager.sizes.map(({ n, to, now }) => (
            <Link key={n} to={to} aria-current={now || undefined}>
              {n > 0 ? n : m.engine_all()}
            </Link>
          ))}
        </span>
      )}
      <Step to={pager.previous} label={m.engine_previous()} sign="‹" />
      <span className="pager-pages">
        {pager.pages.map(({ n, to }, index) =>
          n === 0 ? (
            // biome-ignore lint/suspicious/noArrayIndexKey: a gap has nothing else to tell it by
            <span key={`gap${index}`}>…</span>
          ) : (
            <Link
              key={n}
              to={to}
              aria-current={n === pager.pageNo ? "page" : undefined}
              aria-label={m.engine_page_n({ n })}
            >
              {n}
            </Link>
          ),
        )}
      </span>
      <Step to={pager.next} label={m.engine_next()} sign="›" />
      {pager.totalPage > 1 && (
        <Form method="get" action={path} className="pager-jump">
          {pager.kept.map(([name, value]) => (
            <input key={name} type="hidden" name={name} value={value} />
          ))}
          <label>
            {m.engine_jump()}{" "}
            <input className="input" name="pageNo" inputMode="numeric" maxLength={6} autoComplete="off" />
          </label>
          <button className="button">{m.engine_jump_go()}</button>
        </Form>
      )}
      {pager.note && <span className="dim">{pager.note}</span>}
    </nav>
  );
}

function Step({ to, label, sign }: { to: string | null; label: string; sign: string }) {
  if (to === null) {
    return (
      <span className="pager-step" aria-hidden="true">
        {sign}
      </span>
    );
  }
  return (
    <Link className="pager-step" to={to} aria-label={label}>
      {sign}
    </Link>
  );
}
