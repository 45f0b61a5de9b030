/** Asks what CUDA is that was dropped on an open PTX: its source, or another program. */
import { Dialog } from '../../panels/kit/dialog.tsx';
import type { SourceQuestion as Question } from './document-opener.ts';

export const SourceQuestion = ({ asked }: { readonly asked: Question | null }) => (
  <Dialog open={asked !== null} label="What was dropped" look="question" onClose={asked?.leave ?? (() => {})}>
    {asked && <Answers {...asked} />}
  </Dialog>
);

const Answers = ({ source, ptxName, show, open, leave }: Question) => (
  <>
    <h2>What is {source.name}?</h2>
    <p>
      {ptxName} is open. If it was made from {source.name}, its findings are shown at the lines of that source.
    </p>
    <div className="row wrap">
      <button type="button" className="button primary" onClick={show}>
        The source of {ptxName}
      </button>
      <button type="button" className="button" onClick={open}>
        Another program: open it
      </button>
      <button type="button" className="button" onClick={leave}>
        Cancel
      </button>
    </div>
  </>
);
