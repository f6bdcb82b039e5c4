/** The best of our two encodings that the browser takes; one with `q=0` is one that it refuses. */
export function encodingFor(accepted: string): "br" | "gzip" | null {
  const taken = accepted
    .toLowerCase()
    .split(",")
    .map((part) => part.split(";").map((piece) => piece.trim()))
    .filter(([, quality]) => !/^q=0(\.0*)?$/.test(quality ?? ""))
    .map(([name]) => name);
  if (taken.includes("br")) return "br";
  return taken.includes("gzip") ? "gzip" : null;
}
