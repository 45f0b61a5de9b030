/** Whether a block has a layout without bank conflicts on either side: by padding, and by any address function. */
import { type BlockMove, elementsOf } from './block.ts';
import type { BlockLayout } from './block-layout.ts';
import { COLOURING_PROOF } from './colouring.ts';
import { spanElements } from './placement.ts';
import { conflictFreeResidues, type ResidueVerdict } from './residues.ts';
import { bankStepElements } from './strides.ts';

export type PaddingVerdict =
  | {
      readonly answer: 'yes';
      /** Name of the strategy that pads in this way; null if no strategy does. */
      readonly strategy: string | null;
      /** The stride of each mode of the block [elements]. */
      readonly strides: readonly number[];
      readonly sharedBytes: number;
      readonly waste: number;
      readonly fits: boolean;
      /**
       * Whether it is proved that no padding needs fewer bytes, among paddings by whole words that keep the first read
       * dimension contiguous.
       */
      readonly isSmallest: boolean;
    }
  /** No padding by whole words avoids every conflict, however much memory there is. */
  | { readonly answer: 'no'; readonly proof: 'counting argument' | 'exhausted search'; readonly argument: string }
  /** The search was stopped before it had an answer. */
  | { readonly answer: 'open' };

export interface ConflictFree {
  readonly padding: PaddingVerdict;
  /** The first strategy whose address function has no conflict; formulas come before the table. One always exists. */
  readonly anyFunction: { readonly strategy: string; readonly sharedBytes: number };
  readonly why: string;
}

export function conflictFreeOf(move: BlockMove, layouts: readonly BlockLayout[]): ConflictFree {
  const free = layouts.filter(layout => layout.exchange === null && excessOf(layout) === 0);
  const padding = paddingVerdict(move, free);
  // The table is always among them.
  const { strategy, sharedBytes } = free.find(layout => layout.fits && isFormula(layout)) ?? free.at(-1)!;
  const why = `${paddingWords(padding, move)}${functionWords(padding, strategy)}`;
  return { padding, anyFunction: { strategy, sharedBytes }, why };
}

export const excessOf = ({ store, load }: BlockLayout): number =>
  store.wavefronts - store.ideal + load.wavefronts - load.ideal;

/** Whether strides and XOR are enough to give every place. */
export const isFormula = ({ table, exchange }: BlockLayout): boolean => table === null && exchange === null;

function paddingVerdict(move: BlockMove, free: readonly BlockLayout[]): PaddingVerdict {
  const padded = free.filter(layout => isFormula(layout) && layout.xor.length === 0);
  const [best] = padded.toSorted((a, b) => Number(b.fits) - Number(a.fits) || a.sharedBytes - b.sharedBytes);
  if (best?.fits) {
    const isSmallest = padded.some(layout => layout.proved && layout.sharedBytes === best.sharedBytes);
    return yes(move, best.strides, best.strategy, isSmallest);
  }
  const verdict = residueVerdict(move);
  if (verdict.answer === 'yes') return yes(move, verdict.strides, null, false);
  return best === undefined ? verdict : yes(move, best.strides, best.strategy, false);
}

function yes(
  move: BlockMove,
  strides: readonly number[],
  strategy: string | null,
  isSmallest: boolean,
): PaddingVerdict {
  const sharedBytes = spanElements(move.modes, strides) * move.elementBytes;
  const waste = sharedBytes - elementsOf(move.modes) * move.elementBytes;
  return { answer: 'yes', strategy, strides, sharedBytes, waste, fits: sharedBytes <= move.sharedBytes, isSmallest };
}

function residueVerdict(move: BlockMove): ResidueVerdict {
  const elements = conflictFreeResidues(move, 'elements');
  // Elements of a word or more may be spread by a step of one element, so the paddings of `rows` are among these.
  if (elements.answer === 'no' && bankStepElements(move.elementBytes) === 1) return elements;
  const rows = conflictFreeResidues(move, 'rows');
  if (rows.answer === 'yes') return rows;
  if (rows.answer === 'open' || elements.answer !== 'no') return elements.answer === 'no' ? rows : elements;
  const proof = rows.proof === elements.proof ? rows.proof : 'exhausted search';
  return { answer: 'no', proof, argument: `${rows.argument}; and spread apart, ${elements.argument}` };
}

function paddingWords(padding: PaddingVerdict, { storeOrder, sharedBytes: limit }: BlockMove): string {
  if (padding.answer === 'open')
    return 'It is not known whether padding can avoid every conflict: the search was stopped.';
  if (padding.answer === 'no') return `No padding by whole words avoids every conflict: ${padding.argument}.`;
  const { strategy, strides, sharedBytes, waste, fits, isSmallest } = padding;
  if (waste === 0) return 'No padding is needed: the block as it is has no conflict.';
  const spread = strides[storeOrder[0]] > 1 ? ', which spread the first read dimension too,' : '';
  const who = strategy === null ? `strides of ${strides.join(', ')}${spread} do` : `'${strategy}' does`;
  const least = isSmallest ? ', and with a contiguous first read dimension none does with fewer' : '';
  const beyond = fits ? '' : `; but ${sharedBytes} bytes are more than the ${limit} there are`;
  return `Padding avoids every conflict: ${who}, with ${waste} bytes of it${least}${beyond}.`;
}

function functionWords(padding: PaddingVerdict, strategy: string): string {
  if (padding.answer === 'yes' && padding.fits) return '';
  if (strategy !== 'table') return ` '${strategy}' avoids them by its formula.`;
  return ` A table of places avoids them, and such a table always exists: ${COLOURING_PROOF}`;
}
