/** The editor's keys, in a popup. */
import { CircleHelp } from 'lucide-react';
import { Popup } from '../../../panels/kit/popup.tsx';
import css from './source-panel.module.css';

const KEYS = [
  ['Ctrl Enter', 'run'],
  ['Escape, then Tab', 'leave the editor'],
  ['Alt Enter', 'choose the line at the cursor'],
  ['F8, Shift F8', 'next finding, the one before'],
  ['Ctrl F', 'search and replace'],
  ['Ctrl Z, Ctrl Y', 'undo, redo'],
] as const;

export const EditorHelp = () => (
  <Popup
    className="mark dim at-end"
    aria-label="Keys of the editor"
    label="Keys of the editor"
    panelClassName={css.keys}
    content={
      <dl>
        {KEYS.map(([keys, does]) => (
          <div key={keys}>
            <dt>
              <kbd>{keys}</kbd>
            </dt>
            <dd>{does}</dd>
          </div>
        ))}
      </dl>
    }
  >
    <CircleHelp size={16} strokeWidth={1.75} aria-hidden />
  </Popup>
);
