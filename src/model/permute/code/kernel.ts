/**
 * Writes the plan as one file: a CUDA kernel with all its numbers filled in, and a program that checks it. Positions are
 * four functions, where a general kernel would have four tables: where an element of the block comes from, where it is
 * stored in shared memory, where it is loaded from, and where it goes.
 */
import { CHECK_INCLUDES, checkProgram } from './check-program.ts';
import { inNamespace, introduction, namespaceOf, placeFunction, sizes } from './header.ts';
import { type ChosenLayout, type PlannedBlock, plannedBlock } from './planned-block.ts';
import { isRagged, offsetType, positions, times } from './positions.ts';

/** Threads of a CTA: enough warps to hide the latency of memory. */
export const KERNEL_THREADS = 256;

/** The whole `.cu` file. */
export function kernelText(chosen: ChosenLayout): string {
  const name = namespaceOf(chosen);
  return [
    ...introduction(chosen),
    '//',
    `// Check it: nvcc -arch=sm_90 -o permute ${name}.cu && ./permute`,
    ...CHECK_INCLUDES,
    '',
    ...deviceText(chosen),
    '',
    ...checkProgram({
      asked: plannedBlock(chosen).asked,
      namespace: name,
      sharedBytes: chosen.layout.sharedBytes,
    }),
    '',
  ].join('\n');
}

/** The kernel and what it needs, without the program around it. */
export function deviceText(chosen: ChosenLayout): string[] {
  const block = plannedBlock(chosen);
  const { vectors } = chosen.plan;
  return inNamespace(chosen, [
    ...sizes(block),
    `constexpr unsigned THREADS = ${KERNEL_THREADS}u;`,
    '',
    ...elementTypes(block.elementBytes, vectors.store, vectors.load),
    '',
    ...placeFunction(chosen),
    '',
    ...positions(block),
    '',
    ...kernel(block, vectors),
  ]);
}

export const ELEMENTS: ReadonlyMap<number, string> = new Map([
  [1, 'unsigned char'],
  [2, 'unsigned short'],
  [4, 'unsigned'],
  [8, 'uint2'],
  [16, 'uint4'],
]);

function elementTypes(elementBytes: number, store: number, load: number): string[] {
  const vector = Math.max(store, load);
  const lines = [`using Element = ${ELEMENTS.get(elementBytes)};`];
  if (vector === 1) return lines;
  return [
    ...lines,
    '',
    '// What a lane reads or writes at once in global memory.',
    `struct alignas(${vector * elementBytes}) Vector {`,
    `  Element element[${vector}];`,
    '};',
  ];
}

function kernel(block: PlannedBlock, vectors: { readonly store: number; readonly load: number }): string[] {
  return [
    '__global__ void __launch_bounds__(THREADS)',
    'permute(Element* __restrict__ out, const Element* __restrict__ in) {',
    `  extern __shared__ __align__(16) unsigned char shared_bytes[];`,
    '  Element* const tile = reinterpret_cast<Element*>(shared_bytes);',
    '',
    ...originLines(block),
    '',
    '  // Lanes read and store in the order of the input.',
    ...sideLoop(block, vectors.store, 'input_offset', vectors.store === 1 ? STORE_ONE : STORE_VECTOR),
    '',
    '  // What a lane loads was stored by others.',
    '  __syncthreads();',
    '',
    '  // Lanes load and write in the order of the output.',
    ...sideLoop(block, vectors.load, 'output_offset', vectors.load === 1 ? LOAD_ONE : LOAD_VECTOR),
    '}',
  ];
}

/** The last dimension is counted first; the slowest one that has blocks takes the rest. */
function originLines(block: PlannedBlock): string[] {
  const { dims } = block;
  const slowest = dims.find(({ blocks }) => blocks > 1);
  const lines = dims.toReversed().flatMap(dim => {
    const { name, piece, blocks } = dim;
    if (blocks === 1) return [`  from.${name} = 0u;`];
    if (dim === slowest) return [`  from.${name} = ${times('rest', piece)};`];
    return [`  from.${name} = ${times(`rest % ${blocks}u`, piece)};`, `  rest /= ${blocks}u;`];
  });
  return ['  Origin from;', ...(slowest === undefined ? [] : [`  ${offsetType(block)} rest = blockIdx.x;`]), ...lines];
}

function sideLoop(block: PlannedBlock, vector: number, offset: string, body: readonly string[]): string[] {
  const step = vector === 1 ? '' : `${vector}u * `;
  return [
    `  for (unsigned n = ${step}threadIdx.x; n < BLOCK_ELEMENTS; n += ${step}THREADS) {`,
    `    const ${offsetType(block)} offset = ${offset}(from, n);`,
    ...(isRagged(block) ? ['    if (offset == NOWHERE) continue;'] : []),
    ...body.map(line => line.replaceAll('VECTOR', String(vector))),
    '  }',
  ];
}

const STORE_ONE = ['    tile[stored_place(n)] = in[offset];'];
const LOAD_ONE = ['    out[offset] = tile[loaded_place(n)];'];
const STORE_VECTOR = [
  '    const Vector read = *reinterpret_cast<const Vector*>(in + offset);',
  '#pragma unroll',
  '    for (unsigned k = 0; k < VECTORu; ++k) tile[stored_place(n + k)] = read.element[k];',
];
const LOAD_VECTOR = [
  '    Vector written;',
  '#pragma unroll',
  '    for (unsigned k = 0; k < VECTORu; ++k) written.element[k] = tile[loaded_place(n + k)];',
  '    *reinterpret_cast<Vector*>(out + offset) = written;',
];
