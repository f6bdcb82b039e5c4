import type { BarPath } from "./bar-code.server";

/** A bar code with its text below, black on white whatever the colour scheme. */
export function BarCode({ code, label }: { code: BarPath; label: string }) {
  return (
    <figure className="bar-code">
      <svg
        viewBox={`0 0 ${code.width} 1`}
        preserveAspectRatio="none"
        role="img"
        aria-label={label}
        shapeRendering="crispEdges"
      >
        <rect width={code.width} height={1} fill="#fff" />
        <path d={code.path} fill="#000" />
      </svg>
      <figcaption>{code.text}</figcaption>
    </figure>
  );
}
