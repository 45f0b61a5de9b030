/**
 * Writes a plan as a C++ header: extents, strides, pads, and the XOR or the table of positions, for the user's own
 * kernel.
 */
import { product } from '../permutation.ts';
import { type ChosenLayout, type PlannedBlock, plannedBlock } from './planned-block.ts';
import { MOST_NARROW, offsetType } from './positions.ts';

const WIDTH = 118;

/** Ends with a line break, as a file should. */
export function headerText(chosen: ChosenLayout): string {
  const name = namespaceOf(chosen);
  const guard = `LANESCAPE_${name.toUpperCase()}_H`;
  return [
    ...introduction(chosen),
    `#ifndef ${guard}`,
    `#define ${guard}`,
    '',
    ...constants(chosen),
    '',
    `#endif  // ${guard}`,
    '',
  ].join('\n');
}

/** `permute_8x2x8x8_1203_searched`. Dimensions are separated if one digit is not enough for some. */
export function namespaceOf({ request, layout }: ChosenLayout): string {
  const { shape, perm, elementBytes } = request;
  const strategy = layout.strategy.replace(/\W+/g, '_');
  return ['permute', shape.join('x'), perm.join(perm.length > 10 ? '_' : ''), `${elementBytes}b`, strategy]
    .filter(part => part !== '')
    .join('_');
}

export function introduction({ request, layout }: ChosenLayout): string[] {
  const { shape, perm, elementBytes } = request;
  return [
    '// A tensor permutation through shared memory, as planned by Lanescape.',
    `// Input: shape ${shape}, ${elementBytes} bytes an element; the last dimension is fastest.`,
    `// Output: dimension i is dimension perm[i] of the input, perm ${perm}.`,
    ...(product(shape) > MOST_NARROW ? ['// More than 2^31 elements: offsets in global memory have 64 bits.'] : []),
    ...wrapped(`Layout: ${layout.strategy}. ${layout.why}`),
    `// Wavefronts of a whole block: store ${layout.store.wavefronts} (ideal ${layout.store.ideal}), load ${layout.load.wavefronts} (ideal ${layout.load.ideal}).`,
  ];
}

/** Inline, so that a program may include the header without using all of them. */
function constants(chosen: ChosenLayout): string[] {
  const block = plannedBlock(chosen);
  return inNamespace(chosen, [
    ...sizes(block),
    '',
    ...dimLists(block),
    '',
    ...modeLists(block),
    '',
    ...placeFunction(chosen),
  ]);
}

export const inNamespace = (chosen: ChosenLayout, lines: readonly string[]): string[] => {
  const name = namespaceOf(chosen);
  return [`namespace ${name} {`, '', ...lines, '', `}  // namespace ${name}`];
};

export function sizes({ elementBytes, elements, places, dims }: PlannedBlock): string[] {
  const ctas = dims.reduce((product, { blocks }) => product * blocks, 1);
  return [
    `inline constexpr int ELEMENT_BYTES = ${elementBytes};`,
    `inline constexpr unsigned BLOCK_ELEMENTS = ${elements}u;  // that a CTA moves`,
    `inline constexpr unsigned SHARED_ELEMENTS = ${places}u;  // padding included`,
    'inline constexpr unsigned SHARED_BYTES = SHARED_ELEMENTS * ELEMENT_BYTES;',
    `inline constexpr unsigned CTAS = ${ctas}u;  // blocks along all dimensions, the last one counted first`,
  ];
}

const unsigneds = (values: readonly number[]): string => `{${values.map(value => `${value}u`).join(', ')}}`;
const signeds = (values: readonly number[]): string => `{${values.join(', ')}}`;

function dimLists(block: PlannedBlock): string[] {
  const { dims, perm } = block;
  return [
    `// Dimensions of the canonical form, slowest first: ${dims.map(({ name }) => name).join(', ')}.`,
    '// Those of size 1 are dropped, and neighbours that stay neighbours are fused.',
    `inline constexpr int RANK = ${dims.length};`,
    `inline constexpr ${offsetType(block)} SHAPE[RANK] = ${unsigneds(dims.map(({ extent }) => extent))};  // [elements]`,
    `inline constexpr int PERM[RANK] = ${signeds(perm)};  // dimension of the input behind each one of the output`,
    `inline constexpr unsigned BLOCK[RANK] = ${unsigneds(dims.map(({ piece }) => piece))};  // [elements]`,
    `inline constexpr unsigned GRID[RANK] = ${unsigneds(dims.map(({ blocks }) => blocks))};  // [blocks], the last may be ragged`,
  ];
}

function modeLists({ modes }: PlannedBlock): string[] {
  const names = modes.map(({ name }) => name).join(', ');
  return [
    `// Modes of the block, slowest first: ${names}. Two of one dimension are its outer and inner part.`,
    `inline constexpr int MODES = ${modes.length};`,
    `inline constexpr int DIM[MODES] = ${signeds(modes.map(({ dim }) => dim))};  // that each is a piece of`,
    `inline constexpr unsigned EXTENT[MODES] = ${unsigneds(modes.map(({ extent }) => extent))};  // [elements]`,
    `inline constexpr unsigned STRIDE[MODES] = ${unsigneds(modes.map(({ stride }) => stride))};  // in shared memory [elements]`,
    `inline constexpr unsigned PAD[MODES] = ${unsigneds(modes.map(({ pad }) => pad))};  // what of the stride is padding [elements]`,
  ];
}

/** Turns the offset under the strides into the place in shared memory. */
export function placeFunction({ layout }: ChosenLayout): string[] {
  const { table, xor } = layout;
  const bits = xor.map(({ bit, from }) => `((offset >> ${from} & 1u) << ${bit})`);
  if (table === null)
    return [
      `// Where the element lies whose strides add up to \`offset\`${xor.length === 0 ? '' : ': some bits are XORed into others'} [elements].`,
      ...hostAndDevice,
      'constexpr unsigned place(unsigned offset) {',
      ...['offset', ...bits].map(
        (term, i) => `  ${i === 0 ? 'return ' : '       ^ '}${term}${i === bits.length ? ';' : ''}`,
      ),
      '}',
    ];
  return tableFunction(table);
}

function tableFunction(table: Uint32Array): string[] {
  const type = table.some(place => place > 0xffff) ? 'unsigned' : 'unsigned short';
  const numbers = Array.from(table, place => `${place},`);
  return [
    '// No formula gives these places: by the offset that the strides add up to [elements].',
    '#ifdef __CUDACC__',
    '__device__',
    '#endif',
    `const ${type} TABLE[BLOCK_ELEMENTS] = {`,
    ...filled(numbers, WIDTH - 2).map(row => `  ${row}`),
    '};',
    '',
    '#ifdef __CUDACC__',
    '__device__',
    '#endif',
    'inline unsigned place(unsigned offset) { return TABLE[offset]; }',
  ];
}

const hostAndDevice: readonly string[] = ['#ifdef __CUDACC__', '__host__ __device__', '#endif'];

const wrapped = (text: string): string[] => filled(text.split(/\s+/), WIDTH - 3).map(line => `// ${line}`);

/** Joins words into lines, with as many words on a line as fit. */
function filled(words: readonly string[], width: number): string[] {
  const lines: string[] = [];
  for (const word of words) {
    const line = lines.at(-1);
    if (line !== undefined && line.length + 1 + word.length <= width) lines[lines.length - 1] = `${line} ${word}`;
    else lines.push(word);
  }
  return lines;
}
