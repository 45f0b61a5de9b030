/** Examples to begin with. */
import { BookOpen } from 'lucide-react';
import controls from '../../panels/controls.module.css';
import menu from '../../panels/export-menu.module.css';
import { closePopup, Popup } from '../../panels/popup.tsx';
import { EXAMPLES, type Example } from './examples.ts';

export const ExamplesMenu = ({ onPick }: { readonly onPick: (state: Example['state']) => void }) => (
  <Popup
    className={controls.button}
    label="Examples"
    content={EXAMPLES.map(({ title, hint, state }) => (
      <button
        key={title}
        type="button"
        className={menu.item}
        onClick={event => {
          closePopup(event.currentTarget);
          onPick(state);
        }}
      >
        {title} <small>{hint}</small>
      </button>
    ))}
  >
    <BookOpen size={16} strokeWidth={1.75} aria-hidden /> <span>Examples</span>
  </Popup>
);
