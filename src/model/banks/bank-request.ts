/** Checks a `BankRequest` from outside and names the first field that is wrong. */
import { MATRIX_ROW_BYTES, MATRIX_ROWS } from '../../base/hardware.ts';
import type { BankError, BankModel, BankRequest } from './bank-model.ts';

const WIDTHS_BYTES = [1, 2, 4, 8, 16];
const MATRIX_COUNTS = [1, 2, 4];

export const isMatrix = (request: BankRequest): boolean =>
  request.instruction === 'ldmatrix' || request.instruction === 'stmatrix';

/** How many bytes the instruction reads at each address. */
export const bytesPerLane = (request: BankRequest): number =>
  isMatrix(request) ? MATRIX_ROW_BYTES : request.widthBytes;

/** How many lanes give an address; these are lanes 0 to this - 1. */
export const addressedLanes = (request: BankRequest, model: BankModel): number =>
  isMatrix(request) ? Math.min(model.lanes, MATRIX_ROWS * (request.matrices ?? 4)) : model.lanes;

export function requestError(request: BankRequest, model: BankModel): BankError | null {
  const { widthBytes, addresses, matrices } = request;
  if (!isMatrix(request) && !WIDTHS_BYTES.includes(widthBytes))
    return { code: 'width', field: 'widthBytes', message: `width must be 1, 2, 4, 8 or 16 bytes, got ${widthBytes}` };
  if (matrices !== undefined && !MATRIX_COUNTS.includes(matrices))
    return { code: 'matrices', field: 'matrices', message: `matrices must be 1, 2 or 4, got ${matrices}` };
  if (addresses.length !== model.lanes)
    return {
      code: 'lanes',
      field: 'addresses',
      message: `expected ${model.lanes} addresses, one per lane, got ${addresses.length}`,
    };
  const bytes = bytesPerLane(request);
  for (let lane = 0; lane < addressedLanes(request, model); lane++) {
    const address = addresses[lane];
    const error = address === null ? null : addressError(address, lane, bytes);
    if (error !== null) return error;
  }
  return null;
}

function addressError(address: number, lane: number, bytes: number): BankError | null {
  const field = `addresses[${lane}]`;
  if (!Number.isSafeInteger(address))
    return { code: 'notInteger', field, message: `lane ${lane}: ${address} is no whole byte address` };
  if (address < 0)
    return { code: 'negative', field, message: `lane ${lane}: address ${address} is negative (an idle lane is null)` };
  if (address % bytes !== 0)
    return { code: 'misaligned', field, message: `lane ${lane}: address ${address} is no multiple of ${bytes}` };
  return null;
}
