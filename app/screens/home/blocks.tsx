/** The blocks of the workbench: figures, pictures and rows, each leading to what it is made of. Plain elements, no script. */
import { Form } from "@remix-run/react";
import type { CSSProperties, ReactNode } from "react";
import { m } from "~/contract/messages";
import { linkTo } from "~/widgets/file-links";
import { Link } from "~/widgets/link";
import type { Dot, Figure, Row } from "../home-block";
import type { Drawn, ShownBlock } from "./draw.server";

export function Blocks({ blocks }: { blocks: readonly ShownBlock[] }) {
  return blocks.map((block) => <Block key={block.title} block={block} />);
}

function Block({ block }: { block: ShownBlock }) {
  if (block.kind === "figures") {
    return (
      <section className="home-wide" aria-label={block.title}>
        <Figures figures={block.figures} />
      </section>
    );
  }
  if (block.kind === "photo") {
    return (
      <a className="home-photo" href={linkTo(block.path)} target="_blank" rel="noreferrer">
        <img src={block.path} alt={block.title} />
      </a>
    );
  }
  return (
    <section className={`panel${block.kind === "work" ? " home-wide" : ""}`} aria-label={block.title}>
      <div className="panel-head">
        <h2>{block.title}</h2>
        {block.to && <Link to={block.to}>{m.home_details()}</Link>}
        {block.press && <Press {...block.press} />}
      </div>
      {block.text && <p className="dim">{block.text}</p>}
      <Body block={block} />
    </section>
  );
}

function Press({ label, action, fields }: NonNullable<ShownBlock["press"]>) {
  return (
    <Form method="post" action={action}>
      {Object.entries(fields).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <button className="button">{label}</button>
    </Form>
  );
}

function Body({ block }: { block: Exclude<ShownBlock, { kind: "figures" | "photo" }> }) {
  if (block.kind === "picture") return <Picture {...block} />;
  if (block.kind === "work") {
    return (
      <div className="home-work">
        <Link to={block.start} className="button button-primary">
          {block.button}
        </Link>
        <Figures figures={block.figures} />
        {block.rows.length > 0 && <Rows rows={block.rows} />}
      </div>
    );
  }
  if (block.kind === "dots")
    return block.dots.length === 0 ? <p className="dim">{block.none}</p> : <Dots dots={block.dots} />;
  if (block.rows.length === 0) return <p className="dim">{block.none}</p>;
  return (
    <>
      <Rows rows={block.rows} />
      {block.more && <p className="dim">{block.more}</p>}
    </>
  );
}

function Figures({ figures }: { figures: readonly Figure[] }) {
  return (
    <dl className="figures">
      {figures.map(({ label, value, note, to }) => (
        <div key={label} className="panel">
          <dt className="dim">{label}</dt>
          <dd>
            <Linked to={to}>{value}</Linked>
            {note && <small className="dim">{note}</small>}
          </dd>
        </div>
      ))}
    </dl>
  );
}

function Rows({ rows }: { rows: readonly Row[] }) {
  return (
    <ul className="home-list">
      {rows.map(({ text, note, value, share, tone, to }) => (
        <li key={`${to} ${text}`}>
          <span>
            <Linked to={to}>{text}</Linked>
            {note && <small className="dim">{note}</small>}
            {typeof share === "number" && (
              <span
                className={`home-share${tone ? ` home-${tone}` : ""}`}
                style={{ "--share": Math.min(1, share).toFixed(2) } as CSSProperties}
              />
            )}
          </span>
          {value && <b>{value}</b>}
        </li>
      ))}
    </ul>
  );
}

function Dots({ dots }: { dots: readonly Dot[] }) {
  return (
    <ol className="run-dots">
      {dots.map(({ title, tone, to }) => (
        <li key={to}>
          <Link to={to} className={`run-dot run-${tone}`} title={title}>
            <span className="visually-hidden">{title}</span>
          </Link>
        </li>
      ))}
    </ol>
  );
}

function Picture({ area, line, labels, most, alt }: Drawn) {
  return (
    <div className="home-picture">
      <small className="dim">{most}</small>
      <svg viewBox="0 0 600 142" preserveAspectRatio="none" role="img" aria-label={alt}>
        <path className="home-area" d={area} />
        <path className="home-line" d={line} />
      </svg>
      <p className="dim">
        {labels.map((label) => (
          <small key={label}>{label}</small>
        ))}
      </p>
    </div>
  );
}

function Linked({ to, children }: { to?: string | undefined; children: ReactNode }) {
  return to ? <Link to={to}>{children}</Link> : children;
}
