/** sharp, loaded by the first picture: a start need not wait for its library. */
import type sharp from "sharp";

let loading: Promise<typeof sharp> | undefined;

export function loadSharp(): Promise<typeof sharp> {
  loading ??= import("sharp").then(({ default: loaded }) => {
    loaded.cache(false);
    // One core of ours at a time: pages wait on the others.
    loaded.concurrency(1);
    return loaded;
  });
  return loading;
}
