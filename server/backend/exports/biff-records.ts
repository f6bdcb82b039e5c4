/** Records of BIFF8, the stream inside an `.xls` (MS-XLS): an id, a length, and at most 8,224 bytes. */
export const mostBytes = 8_224;

export function record(id: number, ...parts: Uint8Array[]): Buffer {
  const length = parts.reduce((sum, part) => sum + part.length, 0);
  const head = Buffer.alloc(4);
  head.writeUInt16LE(id, 0);
  head.writeUInt16LE(length, 2);
  return Buffer.concat([head, ...parts]);
}

export function words(...values: number[]): Buffer {
  const bytes = Buffer.alloc(values.length * 2);
  values.forEach((value, place) => {
    bytes.writeUInt16LE(value, place * 2);
  });
  return bytes;
}

export function longs(...values: number[]): Buffer {
  const bytes = Buffer.alloc(values.length * 4);
  values.forEach((value, place) => {
    bytes.writeUInt32LE(value, place * 4);
  });
  return bytes;
}

/** Characters of one byte where all of them fit, else of two; the flag says which. */
export function characters(text: string): { flag: number; bytes: Buffer } {
  const narrow = !/[\u0100-\uffff]/.test(text);
  return { flag: narrow ? 0 : 1, bytes: Buffer.from(text, narrow ? "latin1" : "utf16le") };
}

/** With its length in one byte. */
export function shortText(text: string): Buffer {
  const { flag, bytes } = characters(text);
  return Buffer.concat([Buffer.from([text.length, flag]), bytes]);
}

/** With its length in two bytes. */
export function longText(text: string): Buffer {
  const { flag, bytes } = characters(text);
  return Buffer.concat([words(text.length), Buffer.from([flag]), bytes]);
}

/** A table of texts, over as many records as it takes; a text that crosses a border tells its width again behind it. */
export function sharedTexts(texts: Iterable<string>, uses: number, unique: number): Buffer {
  const done: Buffer[] = [];
  let id = 0x00fc;
  let parts: Buffer[] = [longs(uses, unique)];
  let size = 8;
  const close = () => {
    done.push(record(id, ...parts));
    id = 0x003c;
    parts = [];
    size = 0;
  };
  const put = (bytes: Buffer) => {
    parts.push(bytes);
    size += bytes.length;
  };
  for (const text of texts) {
    const { flag, bytes } = characters(text);
    // A text's head is never divided.
    if (size + 3 + Math.min(bytes.length, 2) > mostBytes) close();
    put(Buffer.concat([words(text.length), Buffer.from([flag])]));
    for (let at = 0; at < bytes.length; ) {
      if (size + 2 > mostBytes) {
        close();
        put(Buffer.from([flag]));
      }
      const room = (mostBytes - size) & ~1;
      const taken = Math.min(room, bytes.length - at);
      put(bytes.subarray(at, at + taken));
      at += taken;
    }
  }
  close();
  return Buffer.concat(done);
}
