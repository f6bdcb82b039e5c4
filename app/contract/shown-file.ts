/** Where pictures and sound on a page may come from. A file of its own: the shell reads it in every browser. */

/** Files with an address of ours: stored ones, and the pictures that come with the product. No page lies there, and no query goes along. */
const shownFile = /^\/(images|img|media|files|help)(\/[A-Za-z0-9_-]+)+\.[A-Za-z0-9]{2,5}$/;

/** Whether pictures and sound may come from there: from our own files and nowhere else. */
export function isShownFile(address: string): boolean {
  return address.length <= 200 && shownFile.test(address);
}
