/** Waits a little for work in the background: what is small is done before the next page, and need not be waited at. */
export async function waitBriefly(isDone: () => Promise<boolean>): Promise<void> {
  for (let turn = 0; turn < 8; turn += 1) {
    await new Promise((resolve) => setTimeout(resolve, 60 + turn * 40));
    if (await isDone()) return;
  }
}
