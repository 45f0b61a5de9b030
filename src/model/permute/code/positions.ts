/**
 * Writes C++ functions, with the numbers filled in, that say where an element of the block is in the input, in shared
 * memory and in the output.
 */
import { product } from '../permutation.ts';
import type { PlannedBlock } from './planned-block.ts';

/** The four functions, and what they share. */
export function positions(block: PlannedBlock): string[] {
  const { dims, storeOrder, loadOrder } = block;
  return [
    '// Where the block of this CTA starts along each dimension [elements].',
    'struct Origin {',
    `  ${offsetType(block)} ${dims.map(({ name }) => name).join(', ')};`,
    '};',
    '',
    ...(isRagged(block)
      ? [
          '// An element beyond the end of a dimension.',
          `constexpr ${offsetType(block)} NOWHERE = ${mostOf(block)};`,
          '',
        ]
      : []),
    '// Element n of the block in the order of the input: where in the input?',
    ...globalOffset('input_offset', block, storeOrder, 'inStride'),
    '',
    '// The same element: where in shared memory?',
    ...sharedPlace('stored_place', block, storeOrder),
    '',
    '// Element n of the block in the order of the output: where in shared memory?',
    ...sharedPlace('loaded_place', block, loadOrder),
    '',
    '// The same element: where in the output?',
    ...globalOffset('output_offset', block, loadOrder, 'outStride'),
  ];
}

/** Whether the last block along some dimension is smaller than the others. */
export const isRagged = ({ dims }: PlannedBlock): boolean => dims.some(({ extent, piece }) => extent % piece !== 0);

const FUNCTION = '__device__ __forceinline__';

/** Most elements of a tensor whose offsets are 32-bit words in the texts. */
export const MOST_NARROW = 2 ** 31;

const isWide = ({ asked }: PlannedBlock): boolean => product(asked.shape) > MOST_NARROW;

/** C++ type of element offsets in global memory. */
export const offsetType = (block: PlannedBlock): string => (isWide(block) ? 'unsigned long long' : 'unsigned');
const mostOf = (block: PlannedBlock): string => (isWide(block) ? '0xFFFFFFFFFFFFFFFFu' : '0xFFFFFFFFu');

function globalOffset(
  name: string,
  block: PlannedBlock,
  order: readonly number[],
  stride: 'inStride' | 'outStride',
): string[] {
  const { dims } = block;
  const type = offsetType(block);
  const inBlock = coordinates(block, order);
  const ragged = dims.filter(({ extent, piece }) => extent % piece !== 0);
  const outside = ragged.map(({ name: dim, extent }) => `${dim} >= ${extent}u`).join(' || ');
  const argument = inBlock.every(text => text === '') ? 'unsigned' : 'unsigned n';
  return [
    `${FUNCTION} ${type} ${name}(const Origin& from, ${argument}) {`,
    ...dims.map(
      ({ name: dim }, i) =>
        `  const ${type} ${[`${dim} = from.${dim}`, inBlock[i]].filter(text => text !== '').join(' + ')};`,
    ),
    ...(outside === '' ? [] : [`  if (${outside}) return NOWHERE;`]),
    `  return ${dims.map(dim => times(dim.name, dim[stride])).join(' + ')};`,
    '}',
  ];
}

/** For each dimension: the coordinate of element n within the block; '' if the block has only one. */
function coordinates(block: PlannedBlock, order: readonly number[]): string[] {
  const index = indices(block, order);
  return block.dims.map((_, dim) =>
    block.modes.reduce((sum, mode, i) => {
      if (mode.dim !== dim || mode.extent === 1) return sum;
      return sum === '' ? index[i] : `${times(sum, mode.extent)} + ${index[i]}`;
    }, ''),
  );
}

function sharedPlace(name: string, block: PlannedBlock, order: readonly number[]): string[] {
  const index = indices(block, order);
  const terms = block.modes.flatMap(({ extent, stride }, mode) => (extent === 1 ? [] : [times(index[mode], stride)]));
  if (terms.length === 0) return [`${FUNCTION} unsigned ${name}(unsigned) { return place(0u); }`];
  return [`${FUNCTION} unsigned ${name}(unsigned n) {`, `  return place(${terms.join(' + ')});`, '}'];
}

export const times = (factor: string, by: number): string =>
  by === 1 ? factor : `${factor.includes(' ') ? `(${factor})` : factor} * ${by}u`;

/** For each mode: the index of element n along it, when the modes are counted in this order. */
function indices({ modes, elements }: PlannedBlock, order: readonly number[]): string[] {
  const texts = modes.map(() => '0u');
  let before = 1;
  for (const mode of order) {
    const { extent } = modes[mode];
    const above = before === 1 ? 'n' : `n / ${before}u`;
    texts[mode] = before * extent === elements ? above : `${above} % ${extent}u`;
    before *= extent;
  }
  return texts;
}
