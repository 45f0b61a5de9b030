/** The kernels that have a page of their own, by catalog id: each comes with its page, so that none weighs on another's. */
import type { Kernel } from '../../kernels/kernel.ts';
import type { Exhibit } from '../../panels/exhibit.ts';

export interface LoadedExhibit {
  readonly kernel: Kernel;
  readonly exhibit: Exhibit;
}

export const exhibits: ReadonlyMap<string, () => Promise<LoadedExhibit>> = new Map([
  ['transpose', () => import('../../kernels/transpose/exhibit.tsx')],
  ['reduction', () => import('../../kernels/reduction/exhibit.tsx')],
  ['scan', () => import('../../kernels/scan/exhibit.tsx')],
  ['histogram', () => import('../../kernels/histogram/exhibit.tsx')],
]);
