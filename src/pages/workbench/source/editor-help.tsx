/** The editor's keys, in a popup. */
import { CircleHelp } from 'lucide-react';
import { FactList } from '../../../panels/kit/fact-list.tsx';
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
    content={<FactList facts={KEYS.map(([name, value]) => ({ name, label: <kbd>{name}</kbd>, value }))} />}
  >
    <CircleHelp size={16} strokeWidth={1.75} aria-hidden />
  </Popup>
);
