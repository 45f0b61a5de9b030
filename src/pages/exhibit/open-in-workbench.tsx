/** Opens an exhibit's kernels as documents of the workbench. */

import { GitFork } from 'lucide-react';
import { Link } from '../kit/link.tsx';
import css from './open-in-workbench.module.css';
import type { ExhibitModel } from './use-exhibit.ts';

export const OpenInWorkbench = ({ model: { kernel, state, link } }: { model: ExhibitModel }) => (
  <Link
    to="/workbench"
    search={{ fork: kernel.id, ...link.encode(state) }}
    className={`button ${css.link}`}
    data-collapses
  >
    <GitFork size={16} strokeWidth={1.75} aria-hidden /> <span>Open in workbench</span>
  </Link>
);
