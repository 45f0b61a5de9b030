/** Writes a move by wide accesses as one file: the kernel with its plan compiled in, its launch, and a program that checks it. */
import type { PermutationRequest } from '../permutation.ts';
import { CHECK_INCLUDES, checkProgram } from './check-program.ts';
import { ELEMENTS } from './kernel.ts';
import { askedOf } from './planned-block.ts';
import { singleFile } from './single-file.ts';

/** A launch of `tile-v`, `tile-bulk`, `tile-odd`, `tile-short`, `rows-v` or `rows-odd`. */
export interface WideLaunch {
  readonly variant: 'tile-v' | 'tile-bulk' | 'tile-odd' | 'tile-short' | 'rows-v' | 'rows-odd';
  readonly request: PermutationRequest;
  readonly ctas: number;
  readonly threads: number;
  readonly sharedBytes: number;
  /** The words of the kernel's struct. */
  readonly words: readonly number[];
}

const KERNELS = {
  'tile-v': {
    numbers: 'Tiles',
    move: 'moveTiles',
    bounds: 'lanescape::TILE_THREADS<Element>, sizeof(Element) < 8 ? lanescape::TILE_CTAS<Element> : 1',
  },
  'tile-bulk': {
    numbers: 'BulkTiles',
    move: 'moveBulkTiles',
    bounds: 'lanescape::BULK_THREADS<Element>, 1',
  },
  'tile-odd': {
    numbers: 'OddTiles',
    move: 'moveOddTiles',
    bounds: 'lanescape::ODD_THREADS, lanescape::ODD_CTAS<Element>',
  },
  'tile-short': {
    numbers: 'ShortTiles',
    move: 'moveShortTiles',
    bounds: 'lanescape::SHORT_THREADS, lanescape::SHORT_CTAS',
  },
  'rows-v': { numbers: 'Rows', move: 'moveRows', bounds: 'lanescape::ROWS_THREADS' },
  'rows-odd': { numbers: 'UnalignedRows', move: 'moveUnalignedRows', bounds: 'lanescape::ROWS_ODD_THREADS' },
} as const;

export function wideNameOf({ request, variant }: WideLaunch): string {
  const { shape, perm, elementBytes } = request;
  const parts = ['permute', shape.join('x'), perm.join(perm.length > 10 ? '_' : ''), `${elementBytes}b`];
  return [...parts, variant.replace('-', '_')].filter(part => part !== '').join('_');
}

/** @param read the text of a CUDA source of the permutation, by its name. */
export function wideKernelText(launch: WideLaunch, read: (path: string) => string): string {
  const { request, variant, sharedBytes } = launch;
  const name = wideNameOf(launch);
  return [
    '// A tensor permutation by wide accesses, as planned by Lanescape.',
    `// Input: shape ${request.shape}, ${request.elementBytes} bytes an element; the last dimension is fastest.`,
    `// Output: dimension i is dimension perm[i] of the input, perm ${request.perm}.`,
    '//',
    `// Check it: nvcc -std=c++17 -arch=sm_90 -o permute ${name}.cu && ./permute`,
    ...CHECK_INCLUDES,
    '',
    '// The plan is compiled in.',
    '#define GRID_IS_COMPILED_IN',
    '',
    singleFile(`${variant}.cuh`, read),
    ...launchLines(launch, name),
    '',
    ...checkProgram({ asked: askedOf(request), namespace: name, sharedBytes }),
    '',
  ].join('\n');
}

function launchLines({ variant, request, ctas, threads, sharedBytes, words }: WideLaunch, name: string): string[] {
  const kernel = KERNELS[variant];
  const numbers = `lanescape::${kernel.numbers}`;
  return [
    `namespace ${name} {`,
    '',
    `using Element = ${ELEMENTS.get(request.elementBytes)};`,
    `constexpr int ELEMENT_BYTES = ${request.elementBytes};`,
    `constexpr unsigned CTAS = ${ctas}u, THREADS = ${threads}u, SHARED_BYTES = ${sharedBytes}u;`,
    '// In the order of the struct.',
    `__device__ constexpr ${numbers} NUMBERS = {${words.map(word => `${word}u`).join(', ')}};`,
    '',
    `__global__ void __launch_bounds__(${kernel.bounds})`,
    'permute(Element* out, const Element* in) {',
    `  lanescape::${kernel.move}(out, in, NUMBERS);`,
    '}',
    '',
    `}  // namespace ${name}`,
  ];
}
