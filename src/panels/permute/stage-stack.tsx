/** Pictures that all variants share and those of each one, below each other. */
import type { ReactNode } from 'react';
import css from './stage-stack.module.css';

export const StageStack = ({ children }: { children: ReactNode }) => <div className={css.stack}>{children}</div>;
