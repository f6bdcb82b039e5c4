/**
 * The work of a sign-in, as browser and backend both know it. Its seed is the SHA-256 of `<challenge>:<account name in
 * small letters>`; done is a number of decimals that makes the SHA-256 of the seed's first 32 hex digits and the number
 * begin with so many zero bits. By itself: the script of the sign-in page brings no schema along.
 */

/** Leading zero bits of a hash in hex. */
export function zeroBits(hash: string): number {
  const zeros = hash.match(/^0*/)?.[0].length ?? 0;
  const next = hash[zeros];
  return zeros * 4 + (next === undefined ? 0 : Math.clz32(Number.parseInt(next, 16)) - 28);
}
