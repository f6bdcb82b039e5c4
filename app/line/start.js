// Every page with scripts ends with it, and it runs as it is: no imports, old syntax where it costs nothing. Lets the page's
// program come once the line is quiet, stops what is on its way when somebody clicks on before it has taken over, and leaves
// a line that is slow twice in a row without it (lite mode, until somebody says otherwise).
(() => {
  const here = document.currentScript;
  const { nonce } = here;
  // The page that React takes over has no such script.
  here.remove();
  const slowMark = "slow-line";
  let timer;
  let begun = false;
  const tookOver = () => "__remixRouter" in window;

  const begin = () => {
    if (tookOver()) return;
    begun = true;
    for (const link of document.querySelectorAll("link[data-part]")) {
      link.fetchPriority = "low";
      link.rel = "modulepreload";
    }
    const program = document.createElement("script");
    program.type = "module";
    program.nonce = nonce;
    program.textContent = document.querySelector("script[type='text/plain']").textContent;
    document.body.append(program);
    program.remove();
  };
  const beginIn = (ms) => {
    clearTimeout(timer);
    if (!begun) timer = setTimeout(begin, ms);
  };

  // Bytes a second of what this page brought; null where that was too little to tell.
  const speed = () => {
    const [page] = performance.getEntriesByType("navigation");
    const came = [page, ...performance.getEntriesByType("resource")].filter((one) => one && one.transferSize > 0);
    const bytes = came.reduce((sum, one) => sum + one.transferSize, 0);
    const ms = Math.max(...came.map((one) => one.responseEnd)) - (page ? page.responseStart : 0);
    return bytes < 3000 ? null : ms < 400 ? 1e6 : (bytes / ms) * 1000;
  };
  // Milliseconds until scripts may come; null: on this line they do not.
  let patience;
  const measured = () => {
    let slow = false;
    const rate = speed();
    try {
      slow = rate !== null && rate < 12_000;
      const again = slow && sessionStorage.getItem(slowMark) !== null;
      if (rate !== null) slow ? sessionStorage.setItem(slowMark, "") : sessionStorage.removeItem(slowMark);
      if (again && !/(^|; )console-lite=/.test(document.cookie)) {
        const secure = location.protocol === "https:" ? "; Secure" : "";
        // biome-ignore lint/suspicious/noDocumentCookie: the cookie store is not in every browser
        document.cookie = `console-lite=slow; Path=/; Max-Age=604800; SameSite=Lax${secure}`;
        return null;
      }
    } catch {
      // A browser that keeps nothing for us measures nothing for us.
    }
    // Where one works with what only they can do, as the map of a large hall, they are what one waits for.
    const isAwaited = document.querySelector("[data-awaited]") !== null;
    return slow ? 4_000 : rate !== null && rate < 100_000 && !isAwaited ? 1_500 : 0;
  };
  const look = () => {
    if (patience === undefined) patience = measured();
    if (patience !== null) beginIn(patience);
  };

  const leave = (event) => {
    if (tookOver()) return;
    if (event.type === "click") {
      const link = event.target.closest("a[href]");
      if (!link || link.target || event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey) return;
    }
    clearTimeout(timer);
    // What is on its way takes the line from what was just asked for.
    if (begun) stop();
    begun = false;
    // A link to a file leaves the page where it is.
    if (document.readyState === "complete" && patience !== null) beginIn(10_000);
    // Whoever clicks on early has a line as well; its first page is here by then.
    if (patience === undefined && document.readyState !== "loading") patience = measured();
  };
  addEventListener("click", leave, true);
  addEventListener("submit", leave, true);
  // Whoever types does not wait for scripts, and the line is theirs.
  addEventListener("keydown", () => timer && !begun && !tookOver() && beginIn(1_500), true);
  if (document.readyState === "complete") look();
  else addEventListener("load", () => setTimeout(look));
})();
