/** In the page: what it shows after a link, and the longest task that it needed. Loaded before the page's own program. */
globalThis.linkSight = (() => {
  let longestTaskMs = 0;
  new PerformanceObserver(list => {
    for (const { duration } of list.getEntries()) longestTaskMs = Math.max(longestTaskMs, duration);
  }).observe({ type: 'longtask' });

  const frame = () => new Promise(resolve => requestAnimationFrame(resolve));

  return {
    begin(hash) {
      longestTaskMs = 0;
      location.hash = hash;
    },

    /** After the page has had the time to answer: what its effects and queries start comes within a few frames. */
    async look() {
      for (let n = 0; n < 3; n++) await frame();
      await new Promise(resolve => setTimeout(resolve, 20));
      const main = document.querySelector('main') ?? document.getElementById('root');
      return {
        hasHeader: document.querySelector('header a') !== null,
        words: main?.innerText.trim().slice(0, 400) ?? '',
        heading: main?.querySelector('h1')?.textContent ?? '',
        longestTaskMs,
        isPolluted: 'polluted' in {} || Object.keys(Object.prototype).length > 0,
      };
    },
  };
})();
