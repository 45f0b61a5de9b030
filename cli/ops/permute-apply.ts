/** `permute.apply`: the result of a tensor permutation on numbered elements, by the reference or by the emulated kernel. */
import { createHash } from 'node:crypto';
import { ok, type Result } from '../../src/base/result.ts';
import { checkedRequest, type PermutationRequest } from '../../src/model/permute/permutation.ts';
import { permutedBytes } from '../../src/model/permute/reference.ts';
import { STRATEGIES } from '../../src/model/permute/strategies.ts';
import { type JsonObject, type Op, type OpAnswer, oneOf, type RequestError } from './op.ts';
import { emulatedOutput } from './permute-emulated.ts';
import { permutationOf } from './permute-request.ts';

export const permuteApply: Op = {
  name: 'permute.apply',
  keys: ['shape', 'perm', 'elementBytes', 'engine', 'strategy'],
  answer(request): OpAnswer {
    const permutation = permutationOf(request);
    if (!permutation.ok) return permutation;
    const engine = oneOf(request, 'engine', ['reference', 'emulated']);
    if (!engine.ok) return engine;
    const strategy = strategyOf(request);
    if (!strategy.ok) return strategy;
    const checked = checkedRequest(permutation.value);
    if (!checked.ok) return checked;
    if (engine.value === 'reference') return ok({ sha256: hashOf(outputOf(checked.value)), wrong: 0 });
    const output = emulatedOutput(checked.value, strategy.value);
    if (!output.ok) return output;
    return ok({ sha256: hashOf([output.value]), wrong: wrongElements(checked.value, output.value) });
  },
};

/** Null if the request names none. */
function strategyOf(request: JsonObject): Result<string | null, RequestError> {
  if (request.strategy === undefined) return ok(null);
  return oneOf(request, 'strategy', [...STRATEGIES.keys()]);
}

const outputOf = (request: PermutationRequest) => permutedBytes(request, request.elementBytes);

function hashOf(chunks: Iterable<Uint8Array>): string {
  const hash = createHash('sha256');
  for (const chunk of chunks) hash.update(chunk);
  return hash.digest('hex');
}

/** Compares all bytes; where a chunk differs, counts element by element. */
export function wrongElements(request: PermutationRequest, found: Uint8Array): number {
  const { elementBytes } = request;
  let [wrong, first] = [0, 0];
  for (const expected of outputOf(request)) {
    const part = found.subarray(first, first + expected.length);
    first += expected.length;
    if (Buffer.compare(part, expected) === 0) continue;
    for (let at = 0; at < expected.length; at += elementBytes)
      if (Buffer.compare(part.subarray(at, at + elementBytes), expected.subarray(at, at + elementBytes)) !== 0) wrong++;
  }
  return wrong;
}
