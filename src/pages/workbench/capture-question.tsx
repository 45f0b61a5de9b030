/** Asks which of several captures to open. */
import { Dialog } from '../../panels/kit/dialog.tsx';
import css from './capture-question.module.css';
import type { CaptureQuestion as Question } from './document-opener.ts';

export const CaptureQuestion = ({ asked, leave }: { readonly asked: Question | null; readonly leave: () => void }) => (
  <Dialog open={asked !== null} label="Captures" look="window" onClose={leave}>
    {asked && <Choices {...asked} />}
  </Dialog>
);

const Choices = ({ choices, open }: Question) => (
  <>
    <h2>{choices.length} captures: which one?</h2>
    <ul className={css.choices}>
      {choices.map(({ folder, kernel, words, canOpen }) => (
        <li key={folder.name}>
          <button type="button" className={css.choice} disabled={!canOpen} onClick={() => open(folder)}>
            <code>{kernel ?? folder.name}</code>
            <span className="caption">
              {kernel !== null && kernel !== folder.name && `${folder.name}: `}
              {words}
            </span>
          </button>
        </li>
      ))}
    </ul>
  </>
);
