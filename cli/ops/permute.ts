/** `permute.plan` and `permute.apply`: how a tensor permutation moves through shared memory, and what it must give. */
import { createHash } from 'node:crypto';
import { ok, type Result } from '../../src/base/result.ts';
import { checkedRequest, ELEMENT_BYTES, type PermutationRequest } from '../../src/model/permute/permutation.ts';
import { planPermutation } from '../../src/model/permute/plan.ts';
import { planJson } from '../../src/model/permute/plan-json.ts';
import { permutedBytes } from '../../src/model/permute/reference.ts';
import { STRATEGIES } from '../../src/model/permute/strategies.ts';
import { type Answer, type JsonObject, type Op, oneOf, type RequestError, refused, wrongField } from './op.ts';

export const permutePlan: Op = {
  name: 'permute.plan',
  keys: ['shape', 'perm', 'elementBytes', 'sharedBytes'],
  answer(request): Answer {
    const permutation = permutationOf(request);
    if (!permutation.ok) return permutation;
    const { sharedBytes } = request;
    if (sharedBytes !== undefined && typeof sharedBytes !== 'number')
      return wrongField('sharedBytes', sharedBytes, 'a number of bytes');
    const plan = planPermutation({ ...permutation.value, ...(sharedBytes === undefined ? {} : { sharedBytes }) });
    return plan.ok ? ok(planJson(plan.value)) : plan;
  },
};

export const permuteApply: Op = {
  name: 'permute.apply',
  keys: ['shape', 'perm', 'elementBytes', 'engine', 'strategy'],
  answer(request): Answer {
    const permutation = permutationOf(request);
    if (!permutation.ok) return permutation;
    const engine = oneOf(request, 'engine', ['reference', 'emulated']);
    if (!engine.ok) return engine;
    if (request.strategy !== undefined) {
      const strategy = oneOf(request, 'strategy', [...STRATEGIES.keys()]);
      if (!strategy.ok) return strategy;
    }
    if (engine.value === 'emulated')
      return refused('noKernel', 'engine', 'engine: there is no permutation kernel to emulate; expected "reference"');
    const checked = checkedRequest(permutation.value);
    return checked.ok ? ok({ sha256: hashOf(checked.value), wrong: 0 }) : checked;
  },
};

function hashOf(request: PermutationRequest): string {
  const hash = createHash('sha256');
  for (const chunk of permutedBytes(request, request.elementBytes)) hash.update(chunk);
  return hash.digest('hex');
}

/** Checks the JSON types; what the numbers must be is the model's to check. */
function permutationOf(request: JsonObject): Result<PermutationRequest, RequestError> {
  const shape = numbersOf(request, 'shape');
  if (!shape.ok) return shape;
  const perm = numbersOf(request, 'perm');
  if (!perm.ok) return perm;
  const { elementBytes } = request;
  if (typeof elementBytes !== 'number') return wrongField('elementBytes', elementBytes, ELEMENT_BYTES.join(', '));
  return ok({ shape: shape.value, perm: perm.value, elementBytes });
}

function numbersOf(request: JsonObject, field: string): Result<readonly number[], RequestError> {
  const value = request[field];
  if (!Array.isArray(value)) return wrongField(field, value, 'a list of numbers');
  const wrong = value.findIndex(entry => typeof entry !== 'number');
  return wrong < 0 ? ok(value) : wrongField(`${field}[${wrong}]`, value[wrong], 'a number');
}
