/**
 * One line of `lanescape eval`: takes text, returns an answer or an error. The operations are a table with names as keys.
 */
import { banks } from './banks.ts';
import { layout } from './layout.ts';
import { described, type JsonObject, type Op, type OpAnswer, refused, wrongField } from './op.ts';
import { permutePlan } from './permute.ts';
import { permuteApply } from './permute-apply.ts';
import { pipeline } from './pipeline.ts';
import { swizzle } from './swizzle.ts';
import { tmaOffsets } from './tma.ts';

const OPS: ReadonlyMap<string, Op> = new Map(
  [banks, layout, swizzle, tmaOffsets, permutePlan, permuteApply, pipeline].map(op => [op.name, op]),
);

export const OP_NAMES: readonly string[] = [...OPS.keys()];

export function answerTo(text: string): OpAnswer {
  let request: unknown;
  try {
    request = JSON.parse(text);
  } catch (error) {
    return refused('badJson', null, `not JSON: ${(error as SyntaxError).message}`);
  }
  if (typeof request !== 'object' || request === null || Array.isArray(request))
    return refused('notObject', null, `expected an object with "op", got ${described(request)}`);
  return answerToRequest(request as JsonObject);
}

function answerToRequest(request: JsonObject): OpAnswer {
  if (typeof request.op !== 'string') return wrongField('op', request.op, `one of ${OP_NAMES.join(', ')}`);
  const op = OPS.get(request.op);
  if (op === undefined)
    return refused('unknownOp', 'op', `unknown op ${described(request.op)}; known: ${OP_NAMES.join(', ')}`);
  const unknown = Object.keys(request).find(key => key !== 'op' && !op.keys.includes(key));
  if (unknown !== undefined)
    return refused('unknownKey', unknown, `unknown key ${described(unknown)}; ${op.name} has ${op.keys.join(', ')}`);
  return op.answer(request);
}
