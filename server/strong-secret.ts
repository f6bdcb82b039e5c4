/** Whether a secret that a person set could be guessed; what is guessed here forges sessions. */

const atLeast = 32;
/** Bits, by how often each character occurs: what a generator makes of 32 hexadecimal digits has about 115. */
const leastBits = 96;
const placeholders = /change.?me|replace.?me|your.?secret|password|example|default|placeholder|insecure/i;

/** Why a secret is too weak, in words for whoever set it; null where it is not. */
export function weakness(secret: string): string | null {
  const how = "make one with: openssl rand -base64 32";
  if (secret.length < atLeast) return `is too short: ${atLeast} characters at least; ${how}`;
  if (placeholders.test(secret)) return `is a placeholder out of a document; ${how}`;
  if (bitsOf(secret) < leastBits || isRepeated(secret)) return `is too easy to guess: it repeats itself; ${how}`;
  return null;
}

function bitsOf(secret: string): number {
  const counts = new Map<string, number>();
  for (const letter of secret) counts.set(letter, (counts.get(letter) ?? 0) + 1);
  return [...counts.values()].reduce((bits, count) => bits - count * Math.log2(count / secret.length), 0);
}

/** One piece over and over. */
function isRepeated(secret: string): boolean {
  return (secret + secret).indexOf(secret, 1) < secret.length;
}
