/** Asks which of several captures to open. Those that can be opened stand first. */
import { Dialog } from '../../panels/kit/dialog.tsx';
import type { CaptureChoice } from './capture-choices.ts';
import css from './capture-question.module.css';
import { useCaptureQuestion } from './capture-question-store.ts';
import type { DocumentOpener } from './document-opener.ts';

const leave = () => useCaptureQuestion.setState({ isAsked: false });

export function CaptureQuestion({ openCapture }: Pick<DocumentOpener, 'openCapture'>) {
  const { choices, isAsked } = useCaptureQuestion();
  const open = ({ folder }: CaptureChoice) => {
    leave();
    void openCapture(folder);
  };
  const [ready, others] = [choices.filter(({ canOpen }) => canOpen), choices.filter(({ canOpen }) => !canOpen)];
  return (
    <Dialog open={isAsked} label="Captures" look="window" onClose={leave}>
      <div className={css.question}>
        <h2>{choices.length} captures: which one?</h2>
        <ChoiceList choices={ready} onOpen={open} />
        {others.length > 0 && <h3>Machine code alone: cannot be emulated</h3>}
        <ChoiceList choices={others} onOpen={open} />
      </div>
    </Dialog>
  );
}

interface ChoiceListProps {
  readonly choices: readonly CaptureChoice[];
  readonly onOpen: (choice: CaptureChoice) => void;
}

const ChoiceList = ({ choices, onOpen }: ChoiceListProps) => (
  <ul className={css.choices}>
    {choices.map(choice => (
      <li key={choice.folder.name}>
        <button type="button" className={css.choice} disabled={!choice.canOpen} onClick={() => onOpen(choice)}>
          <code>{choice.folder.name}</code>
          <span className="caption">{choice.words}</span>
        </button>
      </li>
    ))}
  </ul>
);
