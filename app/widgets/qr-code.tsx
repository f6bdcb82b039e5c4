import type { QrPath } from "./qr.server";

/** A QR code, black on white whatever the colour scheme. */
export function QrCode({ code, label }: { code: QrPath; label: string }) {
  return (
    <svg
      className="qr"
      viewBox={`0 0 ${code.size} ${code.size}`}
      role="img"
      aria-label={label}
      shapeRendering="crispEdges"
    >
      <rect width={code.size} height={code.size} fill="#fff" />
      <path d={code.path} fill="#000" />
    </svg>
  );
}
