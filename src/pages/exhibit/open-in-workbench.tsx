/** From an exhibit to the same kernels as documents of one's own. */
import { Link } from '@tanstack/react-router';
import { GitFork } from 'lucide-react';
import controls from '../../panels/controls.module.css';
import { type ExhibitState, encodeExhibit } from '../../state/exhibit-search.ts';
import css from './open-in-workbench.module.css';

export const OpenInWorkbench = ({ kernel, state }: { kernel: string; state: ExhibitState }) => (
  <Link
    to="/workbench"
    search={{ fork: kernel, ...encodeExhibit(state) } as never}
    className={`${controls.button} ${css.link}`}
  >
    <GitFork size={16} strokeWidth={1.75} aria-hidden /> <span>Open in workbench</span>
  </Link>
);
