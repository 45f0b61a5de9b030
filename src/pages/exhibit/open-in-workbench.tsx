/** From an exhibit to the same kernels as documents of one's own. */
import { Link } from '@tanstack/react-router';
import { GitFork } from 'lucide-react';
import controls from '../../panels/controls.module.css';
import css from './open-in-workbench.module.css';
import type { ExhibitModel } from './use-exhibit.ts';

export const OpenInWorkbench = ({ model: { kernel, state, link } }: { model: ExhibitModel }) => (
  <Link
    to="/workbench"
    search={{ fork: kernel.id, ...link.encode(state) } as never}
    className={`${controls.button} ${css.link}`}
  >
    <GitFork size={16} strokeWidth={1.75} aria-hidden /> <span>Open in workbench</span>
  </Link>
);
