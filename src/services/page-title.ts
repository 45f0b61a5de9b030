/** The title of the window is the heading of what it shows, so that tabs and the history can be told apart. */
const PROGRAM = 'Lanescape';

/** From now on. */
export function titleByHeading(): void {
  // Pages come late, and change their headings with what they show.
  const observer = new MutationObserver(() => {
    const heading = document.querySelector('h1')?.textContent.trim();
    const title = heading ? `${heading} · ${PROGRAM}` : PROGRAM;
    if (document.title !== title) document.title = title;
  });
  observer.observe(document.body, { childList: true, subtree: true, characterData: true });
}
