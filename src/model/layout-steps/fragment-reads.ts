/**
 * What it costs to read a fragment from a matrix in shared memory: each warp makes one request for each register or
 * vector.
 */
import { LANES, MATRIX_ROW_BYTES } from '../../base/hardware.ts';
import { ok } from '../../base/result.ts';
import { type BankCost, type BankRequest, bankCost } from '../banks/wavefronts.ts';
import type { ComposedLayout } from '../layout/composed-layout.ts';
import { cosizeOf, offsetAt, sizeOf } from '../layout/layout.ts';
import { type Refusable, refuse } from '../layout/layout-error.ts';
import { offsetsOf } from '../layout-text/operand.ts';
import { elementOf, type Fragment, threadsOf, valuesOf } from './fragments.ts';

export interface FragmentRead {
  /** 'warp 0, V0 to V1'. */
  readonly what: string;
  readonly widthBytes: number;
  readonly cost: BankCost;
}

const VECTOR_BYTES = [16, 8, 4, 2, 1];

/**
 * Gives the byte address of an element of the picture; elements are counted row by row.
 * @param shared the layout in shared memory, as a function of (row, column) of the matrix.
 */
export function addressesIn(fragment: Fragment, shared: ComposedLayout): Refusable<(element: number) => number> {
  const { rows, columns, elementBytes } = fragment;
  if (sizeOf(shared.layout) !== rows * columns)
    return refuse('profile', `a layout of ${sizeOf(shared.layout)} for ${rows} × ${columns} elements`);
  if (JSON.stringify(shared.layout.stride).includes('-'))
    return refuse('range', 'a negative stride: shared memory begins at offset 0');
  if (cosizeOf(shared.layout) * elementBytes > 2 ** 31) return refuse('range', 'offsets beyond shared memory');
  const offsets = offsetsOf(shared);
  return ok(element => offsets((element - (element % columns)) / columns + rows * (element % columns)) * elementBytes);
}

export function fragmentReads(fragment: Fragment, shared: ComposedLayout): Refusable<readonly FragmentRead[]> {
  if (fragment.fromShared)
    return refuse('inadmissible', 'the tensor cores read this operand themselves, by a descriptor: no thread loads it');
  const addresses = addressesIn(fragment, shared);
  if (!addresses.ok) return addresses;
  return fragment.matrices === 0 ? vectorReads(fragment, addresses.value) : matrixRead(fragment, addresses.value);
}

type AddressOf = (element: number) => number;

function vectorReads(fragment: Fragment, addressOf: AddressOf): Refusable<readonly FragmentRead[]> {
  const [threads, values] = [threadsOf(fragment), valuesOf(fragment)];
  const at = (thread: number, value: number): number => addressOf(elementOf(fragment, thread, value));
  const widthBytes = VECTOR_BYTES.find(bytes => isVector(fragment, bytes, at))!;
  const step = widthBytes / fragment.elementBytes;
  const places = Array.from({ length: threads }, (_, thread) => offsetAt(fragment.threads, thread));
  const warps = Math.ceil((Math.max(...places) + 1) / LANES);
  const reads: FragmentRead[] = [];
  for (let warp = 0; warp < warps; warp++)
    for (let value = 0; value < values; value += step) {
      const addresses = Array.from({ length: LANES }, (_, lane) => {
        const thread = places.indexOf(warp * LANES + lane);
        return thread < 0 ? null : at(thread, value);
      });
      const what = step === 1 ? `V${value}` : `V${value} to V${value + step - 1}`;
      reads.push(readOf(`warp ${warp}, ${what}`, { instruction: 'ld', widthBytes, addresses }));
    }
  return ok(reads);
}

/** Whether each thread's values lie side by side in aligned vectors of this size. */
function isVector(fragment: Fragment, bytes: number, at: (thread: number, value: number) => number): boolean {
  const step = bytes / fragment.elementBytes;
  const values = valuesOf(fragment);
  if (step < 1 || values % step !== 0) return false;
  if (step === 1) return true;
  for (let thread = 0; thread < threadsOf(fragment); thread++)
    for (let value = 0; value < values; value++) {
      const first = value - (value % step);
      const start = at(thread, first);
      if (start % bytes !== 0 || at(thread, value) !== start + (value - first) * fragment.elementBytes) return false;
    }
  return true;
}

function matrixRead(fragment: Fragment, addressOf: AddressOf): Refusable<readonly FragmentRead[]> {
  const { rows, columns, elementBytes, matrices } = fragment;
  for (let element = 0; element < rows * columns; element++) {
    const column = element % columns;
    const start = addressOf(element - column);
    if (start % MATRIX_ROW_BYTES !== 0 || addressOf(element) !== start + column * elementBytes)
      return refuse(
        'inadmissible',
        `row ${(element - column) / columns} is not 16 bytes side by side, at a multiple of 16`,
      );
  }
  const addresses = Array.from({ length: LANES }, (_, lane) => (lane < rows ? addressOf(lane * columns) : null));
  const instruction = fragment.name.startsWith('st') ? 'stmatrix' : 'ldmatrix';
  const request = { instruction, widthBytes: MATRIX_ROW_BYTES, addresses, matrices: matrices as 1 | 2 | 4 } as const;
  return ok([readOf(`${matrices * 8} rows`, request)]);
}

function readOf(what: string, request: BankRequest): FragmentRead {
  const cost = bankCost(request);
  if (!cost.ok) throw new Error(cost.error.message);
  return { what, widthBytes: request.widthBytes, cost: cost.value };
}
