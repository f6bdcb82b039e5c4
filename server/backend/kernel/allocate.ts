/** Splits an amount over weights in whole units, exactly: the largest remainders get the units that are left over. */
export function allocate(amount: number, weights: readonly number[]): number[] {
  const total = weights.reduce((sum, weight) => sum + BigInt(weight), 0n);
  if (total === 0n) {
    if (amount === 0 || weights.length === 0) return weights.map(() => 0);
    return allocate(
      amount,
      weights.map(() => 1),
    );
  }
  const shares = weights.map((weight, index) => {
    const product = BigInt(amount) * BigInt(weight);
    return { index, share: product / total, remainder: product % total };
  });
  let left = BigInt(amount) - shares.reduce((sum, { share }) => sum + share, 0n);
  const byRemainder = [...shares].sort((a, b) =>
    a.remainder === b.remainder ? a.index - b.index : a.remainder < b.remainder ? 1 : -1,
  );
  for (const entry of byRemainder) {
    if (left <= 0n) break;
    entry.share += 1n;
    left -= 1n;
  }
  return shares.map(({ share }) => Number(share));
}
