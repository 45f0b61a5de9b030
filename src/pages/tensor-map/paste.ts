/** A tensor map from text that people have: a call of `cuTensorMapEncodeTiled` in C++, or JSON of a launch. */
import { err, ok, type Result } from '../../base/result.ts';
import { parseTensorMap } from '../../contract/launch.ts';
import type { TensorMap } from '../../trace/launch.ts';
import { readEncodeCall } from '../kit/tensor-map/encode-call.ts';

/** The error says in a sentence what is missing or wrong. Rules of the driver are not asked after. */
export function readMap(text: string): Result<TensorMap, string> {
  if (!text.trimStart().startsWith('{')) return readEncodeCall(text);
  try {
    return mapOfJson(JSON.parse(text));
  } catch (error) {
    return err(`No JSON: ${(error as Error).message}`);
  }
}

/** The first tensor map of a launch. A map may stand alone, without the fields that tie it to a launch. */
function mapOfJson(json: { readonly params?: unknown; readonly map?: unknown }): Result<TensorMap, string> {
  const params: unknown[] = Array.isArray(json.params) ? json.params : [json.map ?? json];
  const found = params.find(isMap);
  if (found === undefined) return err('The launch has no parameter of kind tensorMap.');
  const parsed = parseTensorMap({ kind: 'tensorMap', pass: 'value', buffer: 'tensor', ...(found as object) });
  if (!parsed.ok) return err(`${parsed.error.field}: ${parsed.error.message}`);
  const { kind: _, pass: __, buffer: ___, ...map } = parsed.value;
  return ok(map);
}

const isMap = (value: unknown): boolean => typeof value === 'object' && value !== null && 'box' in value;
