/** A solved puzzle without the trouble of solving one: what a browser session holds after it. */
import { createHash } from "node:crypto";
import sharp from "sharp";
import type { TestBackend } from "./backend";

export const sessionHash = (sessionId: string): Buffer => createHash("sha256").update(sessionId).digest();

/** Solved for one account name. */
export async function solvePuzzle(backend: TestBackend, sessionId: string, accName: string): Promise<void> {
  await backend.sql(
    "insert into captcha (session_hash, x, y, state, expires_at, acc_name) values ($1, 0, 0, 'passed', 'infinity', lower($2)) on conflict (session_hash) do update set state = 'passed', acc_name = excluded.acc_name, expires_at = 'infinity'",
    [sessionHash(sessionId), accName],
  );
}

/** Looks for the notch as a person does: where the picture is the piece, only darker. Images as base64 or data addresses. */
export async function findNotch(picture: string, piece: string): Promise<{ x: number; y: number }> {
  const pixels = (image: string) =>
    sharp(Buffer.from(image.replace(/^data:[^,]+,/, ""), "base64"))
      .ensureAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true });
  const [whole, part] = await Promise.all([pixels(picture), pixels(piece)]);
  const solid: { x: number; y: number; light: number }[] = [];
  const lightAt = (data: Buffer, at: number) => (data[at] ?? 0) + (data[at + 1] ?? 0) + (data[at + 2] ?? 0);
  for (let y = 0; y < part.info.height; y += 1)
    for (let x = 0; x < part.info.width; x += 1) {
      const at = (y * part.info.width + x) * 4;
      if ((part.data[at + 3] ?? 0) > 250) solid.push({ x, y, light: lightAt(part.data, at) });
    }
  let best = { x: 0, spread: Number.POSITIVE_INFINITY };
  for (let left = 0; left <= whole.info.width - part.info.width; left += 1) {
    const ratios = solid.map(
      ({ x, y, light }) => lightAt(whole.data, (y * whole.info.width + left + x) * 4) / Math.max(light, 30),
    );
    const mean = ratios.reduce((sum, ratio) => sum + ratio, 0) / ratios.length;
    const spread = ratios.reduce((sum, ratio) => sum + (ratio - mean) ** 2, 0) / ratios.length + mean * 0.05;
    if (spread < best.spread) best = { x: left, spread };
  }
  const heights = solid.map(({ y }) => y);
  return { x: best.x, y: (Math.min(...heights) + Math.max(...heights)) / 2 };
}
