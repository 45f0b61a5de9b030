/**
 * Runs inside the measured page, before the page's own code: the clock of key presses, of texts that answer them, and of
 * frames. A classic script, all in CSS selectors and milliseconds since the page was asked for.
 */
(() => {
  /** Null until a key is pressed. */
  let pressedAt = null;
  let answers = Promise.resolve([]);
  addEventListener('keydown', event => {
    pressedAt ??= event.timeStamp;
  });

  /** The time behind the paint of the next frame: by then everything that stands in the document is in sight. */
  const nextFrameEnd = () =>
    new Promise(resolve => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => resolve(performance.now());
      requestAnimationFrame(() => port2.postMessage(null));
    });

  const PATIENCE_MS = 20_000;

  /** When `holds` first does, looked at after every change of the document: the change, and the end of its frame. */
  const when = holds =>
    new Promise((resolve, reject) => {
      const timer = setTimeout(() => reject(new Error(`the page did not come to ${holds}`)), PATIENCE_MS);
      const look = () => {
        if (!holds()) return;
        clearTimeout(timer);
        observer.disconnect();
        const drawn = performance.now();
        nextFrameEnd().then(shown => resolve({ drawn, shown }));
      };
      const observer = new MutationObserver(look);
      observer.observe(document, { subtree: true, childList: true, characterData: true });
      look();
    });

  const textAt = selector => document.querySelector(selector)?.textContent ?? '';
  /** A dash stands for a number that is not there yet. */
  const stands = selector => when(() => !['', '—'].includes(textAt(selector)));

  globalThis.pageProbe = {
    stands,
    /** From now on looks for each element to have another text; `answers` tells how long after the first key press. */
    watch(selectors) {
      pressedAt = null;
      const answerOf = async selector => {
        const before = textAt(selector);
        const { drawn, shown } = await when(() => textAt(selector) !== before);
        return { drawn: drawn - pressedAt, shown: shown - pressedAt };
      };
      answers = Promise.all(selectors.map(answerOf));
    },
    /** The same for a number that goes, and comes back once it is known anew. */
    watchReturn(selector) {
      pressedAt = null;
      const isNumber = () => /\d/.test(textAt(selector));
      const answerOf = async () => {
        await when(() => !isNumber());
        const { drawn, shown } = await when(isNumber);
        return { drawn: drawn - pressedAt, shown: shown - pressedAt };
      };
      answers = Promise.all([answerOf()]);
    },
    answers: () => answers,
    /** Follows a link within the page until `selector` stands below the heading `title`. */
    async visit(hash, title, selector) {
      const from = performance.now();
      location.hash = hash;
      const { shown } = await when(() => textAt('h1') === title && document.querySelector(selector) !== null);
      return shown - from;
    },
    /** Milliseconds between frames for so long. */
    frames(milliseconds) {
      return new Promise(resolve => {
        const intervals = [];
        const first = performance.now();
        let last = first;
        const tick = () => {
          const now = performance.now();
          intervals.push(now - last);
          last = now;
          if (now - first < milliseconds) requestAnimationFrame(tick);
          else resolve(intervals);
        };
        requestAnimationFrame(tick);
      });
    },
  };
})();
