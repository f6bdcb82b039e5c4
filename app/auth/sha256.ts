/** SHA-256 of short texts. The browser's own is asynchronous: a call each for the work of a sign-in is far slower. */

const initial = new Int32Array(8);
const rounds = new Int32Array(64);
const words = new Int32Array(64);
const state = new Int32Array(8);
const bytes = new Uint8Array(1_024);
const view = new DataView(bytes.buffer);
fillConstants();

/** First 32 bits of the fractional parts of the square and cube roots of the first primes. */
function fillConstants(): void {
  let found = 0;
  for (let n = 2; found < 64; n += 1) {
    let isPrime = true;
    for (let by = 2; by * by <= n; by += 1) if (n % by === 0) isPrime = false;
    if (!isPrime) continue;
    if (found < 8) initial[found] = n ** (1 / 2) * 2 ** 32;
    rounds[found] = n ** (1 / 3) * 2 ** 32;
    found += 1;
  }
}

/** In hex; of at most 900 bytes. */
export function sha256(text: string): string {
  sha256Head(text);
  return Array.from(state, (word) => (word >>> 0).toString(16).padStart(8, "0")).join("");
}

/** The first 32 bits. */
export function sha256Head(text: string): number {
  const { written: length } = new TextEncoder().encodeInto(text, bytes.subarray(0, 900));
  const end = ((length + 72) >> 6) << 6;
  bytes.fill(0, length, end);
  bytes[length] = 0x80;
  view.setUint32(end - 4, length * 8);
  state.set(initial);
  for (let at = 0; at < end; at += 64) compress(at);
  return state[0] ?? 0;
}

function compress(start: number): void {
  for (let at = 0; at < 16; at += 1) words[at] = view.getInt32(start + at * 4);
  for (let at = 16; at < 64; at += 1) {
    const [x, y] = [word(words, at - 15), word(words, at - 2)];
    const low = turn(x, 7) ^ turn(x, 18) ^ (x >>> 3);
    words[at] = word(words, at - 16) + low + word(words, at - 7) + (turn(y, 17) ^ turn(y, 19) ^ (y >>> 10));
  }
  let [a, b, c, d] = [word(state, 0), word(state, 1), word(state, 2), word(state, 3)];
  let [e, f, g, h] = [word(state, 4), word(state, 5), word(state, 6), word(state, 7)];
  for (let at = 0; at < 64; at += 1) {
    const spread = turn(e, 6) ^ turn(e, 11) ^ turn(e, 25);
    const one = (h + spread + ((e & f) ^ (~e & g)) + word(rounds, at) + word(words, at)) | 0;
    const two = ((turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    h = g;
    g = f;
    f = e;
    e = (d + one) | 0;
    d = c;
    c = b;
    b = a;
    a = (one + two) | 0;
  }
  state.set([a, b, c, d, e, f, g, h].map((value, at) => value + word(state, at)));
}

const word = (from: Int32Array, at: number): number => from[at] ?? 0;
const turn = (value: number, by: number): number => (value >>> by) | (value << (32 - by));
