/** Reads the permutation of a request. */
import { ok, type Result } from '../../src/base/result.ts';
import { ELEMENT_BYTES, type PermutationRequest } from '../../src/model/permute/permutation.ts';
import { type JsonObject, type RequestError, wrongField } from './op.ts';

/** Checks the JSON types only; the model checks the numbers. */
export function permutationOf(request: JsonObject): Result<PermutationRequest, RequestError> {
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
