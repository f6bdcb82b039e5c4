/** The work of a sign-in: the script's own SHA-256 and its count of bits. */
import { createHash } from "node:crypto";
import { expect, it } from "vitest";
import { sha256 } from "~/auth/sha256";
import { zeroBits } from "~/contract/platform/sign-in-work";

it("its SHA-256 is that of everybody, for texts of every length up to three blocks and of any script", () => {
  const texts = Array.from({ length: 190 }, (_, length) => "a1é票"[length % 4]?.repeat(length) ?? "");
  for (const text of texts) expect(sha256(text), text).toBe(createHash("sha256").update(text).digest("hex"));
});

it("counts leading zero bits", () => {
  expect(["8f", "4f", "2f", "1f", "0f", "08", "00", "001"].map(zeroBits)).toEqual([0, 1, 2, 3, 4, 4, 8, 11]);
});
