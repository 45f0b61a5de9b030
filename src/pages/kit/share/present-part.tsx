/** The page for an audience: pictures and verdicts alone, as large as fits. */
import { Presentation } from 'lucide-react';
import { useView } from '../../../state/view-store.ts';
import css from './share.module.css';

export function PresentPart({ onClose }: { readonly onClose: () => void }) {
  const togglePresenter = useView(view => view.togglePresenter);
  const begin = () => {
    onClose();
    togglePresenter();
    // Refused where the browser or an embedding page forbids it; the page is then presented in its window.
    document.documentElement.requestFullscreen().catch(() => {});
  };
  return (
    <>
      <p className="reading">
        Pictures and verdicts alone, as large as fits. After 2 seconds of rest, the pointer goes out of sight. The notes
        of a lesson open in a window of their own.
      </p>
      <div>
        <button type="button" className="button primary" onClick={begin} aria-keyshortcuts="P">
          <Presentation size={16} strokeWidth={1.75} aria-hidden /> Present <kbd>P</kbd>
        </button>
      </div>
      <dl className={css.keys}>
        <dt>P, Escape</dt>
        <dd>out of it</dd>
        <dt>A to D</dt>
        <dd>one variant alone</dd>
        <dt>Page Up, Down</dt>
        <dd>wavefronts; in a lesson, its steps</dd>
        <dt>Space</dt>
        <dd>play</dd>
      </dl>
    </>
  );
}
