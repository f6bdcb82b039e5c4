/** Where a till keeps its purchases until the server has them: IndexedDB, the numbers of cards sealed. */
import { done, keyOf, type Sealed, seal, unseal, write } from "../sealing";
import type { KnownCard, Own, Purchase, TillStore } from "./till-state";

type Kept = Omit<Purchase, "number"> & { number: Sealed };

export async function openTillStore(): Promise<TillStore> {
  const request = indexedDB.open("till-device", 2);
  request.onupgradeneeded = ({ oldVersion }) => {
    request.result.createObjectStore("cards", { keyPath: "code" });
    if (oldVersion > 0) return;
    request.result.createObjectStore("own");
    request.result.createObjectStore("purchases", { keyPath: "entryKey" });
  };
  const base = await done(request);
  const key = await keyOf(base);
  return {
    own: async () =>
      (await done<Partial<Own> | undefined>(base.transaction("own").objectStore("own").get("till"))) ?? {},
    setOwn: (own) => write(base, "own", (store) => void store.put(own, "till")),
    async purchases() {
      const all: Kept[] = await done(base.transaction("purchases").objectStore("purchases").getAll());
      return Promise.all(all.map(async (one) => ({ ...one, number: await unseal(key, one.number) })));
    },
    async put(purchases) {
      const sealed = await Promise.all(purchases.map(async (one) => ({ ...one, number: await seal(key, one.number) })));
      await write(base, "purchases", (store) => {
        for (const one of sealed) store.put(one);
      });
    },
    remove: (keys) =>
      write(base, "purchases", (store) => {
        for (const one of keys) store.delete(one);
      }),
    card: (code) => done<KnownCard | undefined>(base.transaction("cards").objectStore("cards").get(code)),
    putCards: (cards) =>
      write(base, "cards", (store) => {
        for (const one of cards) store.put(one);
      }),
    clearCards: () => write(base, "cards", (store) => void store.clear()),
  };
}
