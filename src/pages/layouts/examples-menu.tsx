/** Examples to begin with. */
import { BookOpen } from 'lucide-react';
import { Menu } from '../../panels/kit/menu.tsx';
import { EXAMPLES, type Example } from './examples.ts';

export const ExamplesMenu = ({ onPick }: { readonly onPick: (state: Example['state']) => void }) => (
  <Menu
    className="button"
    label="Examples"
    items={EXAMPLES.map(({ title, hint, state }) => ({ label: title, hint, onPick: () => onPick(state) }))}
  >
    <BookOpen size={16} strokeWidth={1.75} aria-hidden /> <span>Examples</span>
  </Menu>
);
