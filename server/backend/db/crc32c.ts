/** CRC-32C (Castagnoli), the sum that PostgreSQL keeps of its control file and of each record of its log. */
const table = Uint32Array.from({ length: 256 }, (_, byte) => {
  let value = byte;
  for (let bit = 0; bit < 8; bit += 1) value = value & 1 ? (value >>> 1) ^ 0x82f63b78 : value >>> 1;
  return value;
});

/** Of the pieces one after the other. */
export function crc32c(...pieces: Uint8Array[]): number {
  let value = 0xffffffff;
  for (const piece of pieces) {
    for (const byte of piece) value = (value >>> 8) ^ (table[(value ^ byte) & 0xff] ?? 0);
  }
  return (value ^ 0xffffffff) >>> 0;
}
