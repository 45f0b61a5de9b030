/**
 * The kernels that have a page of their own, by catalog id. The one that most links lead to is there from the start; each
 * other one comes with its page, so that none weighs on another's.
 */
import type { Kernel } from '../../../kernels/kernel.ts';
import * as transpose from '../../../kernels/transpose/exhibit.tsx';
import type { Exhibit } from '../../../panels/exhibit.ts';

export interface LoadedExhibit {
  readonly kernel: Kernel;
  readonly exhibit: Exhibit;
}

export const exhibits: ReadonlyMap<string, () => Promise<LoadedExhibit>> = new Map([
  ['transpose', () => Promise.resolve(transpose)],
  ['probe', () => import('../../../kernels/probe/exhibit.tsx')],
  ['reduction', () => import('../../../kernels/reduction/exhibit.tsx')],
  ['scan', () => import('../../../kernels/scan/exhibit.tsx')],
  ['histogram', () => import('../../../kernels/histogram/exhibit.tsx')],
  ['permute', () => import('../../../kernels/permute/exhibit.tsx')],
  ['swizzle', () => import('../../../kernels/swizzle/exhibit.tsx')],
  ['tensor-copy', () => import('../../../kernels/tensor-copy/exhibit.tsx')],
  ['gemm', () => import('../../../kernels/gemm/exhibit.tsx')],
  ['attention', () => import('../../../kernels/attention/exhibit.tsx')],
]);
