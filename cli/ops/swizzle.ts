/** `swizzle`: applies a swizzle to given offsets, or to all offsets of a layout. */
import { ok, type Result } from '../../src/base/result.ts';
import { offsetAt, sizeOf } from '../../src/model/layout/layout.ts';
import { swizzleOf, swizzler } from '../../src/model/layout/swizzle.ts';
import { checked, integer, layout, listOf } from './layout-arguments.ts';
import { type JsonObject, type Op, type OpAnswer, type RequestError, refused, wrongField } from './op.ts';

const MAX_VALUE = 2 ** 53;
/** The most values in one reply. */
const MAX_COUNT = 2 ** 20;

export const swizzle: Op = {
  name: 'swizzle',
  keys: ['b', 'm', 's', 'values', 'layout', 'offset'],
  answer(request): OpAnswer {
    const numbers: number[] = [];
    for (const field of ['b', 'm', 's']) {
      const number = integer(request[field], field);
      if (!number.ok) return number;
      numbers.push(number.value);
    }
    const [bits, base, shift] = numbers;
    const pattern = checked(swizzleOf(bits, base, shift), null);
    if (!pattern.ok) return pattern;
    const values = request.layout === undefined ? givenValues(request) : layoutValues(request);
    return values.ok ? ok({ values: values.value.map(swizzler(pattern.value)) }) : values;
  },
};

function givenValues({ values, offset }: JsonObject): Result<readonly number[], RequestError> {
  if (offset !== undefined) return refused('wrongValue', 'offset', 'offset goes with layout, not with values');
  return listOf((value, field) => {
    const fits = Number.isInteger(value) && (value as number) >= 0 && (value as number) <= MAX_VALUE;
    return fits ? ok(value as number) : wrongField(field, value, 'a whole number from 0 to 2^53');
  })(values, 'values');
}

/** offset + layout(i) for all i. */
function layoutValues(request: JsonObject): Result<readonly number[], RequestError> {
  if (request.values !== undefined) return refused('wrongValue', 'values', 'either values or layout, not both');
  const parsed = layout(request.layout, 'layout');
  if (!parsed.ok) return parsed;
  const offset = integer(request.offset ?? 0, 'offset');
  if (!offset.ok) return offset;
  const size = sizeOf(parsed.value);
  if (size > MAX_COUNT) return refused('range', 'layout', `layout: ${size} values; at most ${MAX_COUNT} are given`);
  const values = Array.from({ length: size }, (_, i) => offset.value + offsetAt(parsed.value, i));
  const wrong = values.find(value => value < 0 || value > MAX_VALUE);
  if (wrong !== undefined)
    return refused('range', 'layout', `layout: offset ${wrong} before the swizzle: expected 0 to 2^53`);
  return ok(values);
}
