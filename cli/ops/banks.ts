/** `banks`: what one warp-wide shared-memory access costs in wavefronts. */
import { MATRIX_ROW_BYTES } from '../../src/base/hardware.ts';
import { ok, type Result } from '../../src/base/result.ts';
import { type BankRequest, bankCost } from '../../src/model/banks/wavefronts.ts';
import { type JsonObject, type Op, type OpAnswer, oneOf, type RequestError, wrongField } from './op.ts';

export const banks: Op = {
  name: 'banks',
  keys: ['instruction', 'widthBytes', 'addresses', 'matrices'],
  answer(request): OpAnswer {
    const checked = bankRequestOf(request);
    if (!checked.ok) return checked;
    const cost = bankCost(checked.value);
    if (!cost.ok) return cost;
    const { wavefronts, ideal, excess, phases } = cost.value;
    return ok({
      wavefronts,
      ideal,
      excess,
      phases: phases.map(phase => ({ lanes: phase.lanes, wavefronts: phase.wavefronts, words: phase.words })),
    });
  },
};

/** Checks the JSON types only; the model checks lengths, ranges and alignment. */
function bankRequestOf(request: JsonObject): Result<BankRequest, RequestError> {
  const instruction = oneOf(request, 'instruction', ['ld', 'st', 'ldmatrix', 'stmatrix']);
  if (!instruction.ok) return instruction;
  const isMatrix = instruction.value === 'ldmatrix' || instruction.value === 'stmatrix';
  const widthBytes = request.widthBytes === undefined && isMatrix ? MATRIX_ROW_BYTES : request.widthBytes;
  if (typeof widthBytes !== 'number') return wrongField('widthBytes', request.widthBytes, '1, 2, 4, 8 or 16');
  const { addresses, matrices } = request;
  if (!Array.isArray(addresses)) return wrongField('addresses', addresses, 'a list of 32 byte addresses or nulls');
  const wrong = addresses.findIndex(address => address !== null && typeof address !== 'number');
  if (wrong >= 0) return wrongField(`addresses[${wrong}]`, addresses[wrong], 'a byte address or null');
  if (matrices !== undefined && matrices !== 1 && matrices !== 2 && matrices !== 4)
    return wrongField('matrices', matrices, '1, 2 or 4');
  const base = { instruction: instruction.value, widthBytes, addresses };
  return ok(matrices === undefined ? base : { ...base, matrices });
}
