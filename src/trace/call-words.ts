/** The inlined calls that lead to a place, in words. */
import type { FaultPlace } from './fault.ts';

/** "in reduce, called from sum.cu:41, in block, called from sum.cu:60"; '' where the line is the kernel's own. */
export const callWords = ({ calls = [] }: Pick<FaultPlace, 'calls'>, pathOf: (file: string) => string): string =>
  calls.map(({ callee, file, line }) => `in ${callee}, called from ${pathOf(file)}:${line}`).join(', ');
