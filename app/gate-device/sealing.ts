/** What a device keeps of codes is sealed: whoever copies the files of its browser reads no code out of them. */

export interface Sealed {
  iv: Uint8Array<ArrayBuffer>;
  text: ArrayBuffer;
}

export const done = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });

/** The key stands in the store `own` and never leaves this browser. */
export async function keyOf(base: IDBDatabase): Promise<CryptoKey> {
  const kept: CryptoKey | undefined = await done(base.transaction("own").objectStore("own").get("key"));
  if (kept) return kept;
  const key = await crypto.subtle.generateKey({ name: "AES-GCM", length: 256 }, false, ["encrypt", "decrypt"]);
  await done(base.transaction("own", "readwrite").objectStore("own").put(key, "key"));
  return key;
}

export async function seal(key: CryptoKey, text: string): Promise<Sealed> {
  const iv = crypto.getRandomValues(new Uint8Array(12));
  return { iv, text: await crypto.subtle.encrypt({ name: "AES-GCM", iv }, key, new TextEncoder().encode(text)) };
}

export async function unseal(key: CryptoKey, { iv, text }: Sealed): Promise<string> {
  return new TextDecoder().decode(await crypto.subtle.decrypt({ name: "AES-GCM", iv }, key, text));
}

/** Resolves once it is on the disk. */
export function write(base: IDBDatabase, name: string, work: (store: IDBObjectStore) => void): Promise<void> {
  return new Promise((resolve, reject) => {
    const writing = base.transaction(name, "readwrite", { durability: "strict" });
    writing.oncomplete = () => resolve();
    writing.onabort = () => reject(writing.error);
    work(writing.objectStore(name));
  });
}
