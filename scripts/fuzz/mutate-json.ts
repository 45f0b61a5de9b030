/** Damaged JSON: values exchanged, keys dropped, added and renamed, lists grown and emptied, anywhere in the tree. */
import type { Choices } from '../random.ts';

type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

const VALUES: readonly Json[] = [
  null,
  true,
  0,
  1,
  -1,
  0.5,
  2,
  3,
  31,
  32,
  33,
  1024,
  1025,
  65_536,
  2 ** 31 - 1,
  2 ** 31,
  2 ** 32,
  2 ** 53,
  1e308,
  -1e-308,
  '',
  '0',
  '-1',
  '18446744073709551616',
  'in',
  'out',
  'f32',
  'u8',
  'e4m3',
  'zeros',
  'random',
  'iota',
  'struct',
  'tensorMap',
  'im2colMap',
  'texture',
  'surface',
  '__proto__',
  '\u0000',
  [],
  {},
  [1, 2, 3],
  [[[[[]]]]],
  { kind: 'zeros' },
  { kind: 'values', values: [1, '2', 3.5] },
  { kind: 'base64', base64: 'AAAA' },
  { kind: 'scalar', type: 'u64', value: '18446744073709551615' },
  { kind: 'pointer', buffer: 'in', byteOffset: 3 },
];

const KEYS = [
  'kind',
  'type',
  'length',
  'init',
  'value',
  'byteOffset',
  'entry',
  'cluster',
  'symbols',
  'seed',
  '__proto__',
];

const STRINGS = [
  ...['in', 'out', 'buffer0', 'buffer1', 'n'],
  ...['u8', 's8', 'u16', 's32', 'u64', 'f16', 'bf16', 'f32', 'f64', 'e4m3'],
  ...['zeros', 'poison', 'iota', 'random', '12345678901234567890', '-7'],
];

interface Place {
  readonly parent: Json[] | { [key: string]: Json };
  readonly key: string | number;
}

function placesOf(json: Json): Place[] {
  if (json === null || typeof json !== 'object') return [];
  const keys = Array.isArray(json) ? json.map((_, i) => i) : Object.keys(json);
  return keys.flatMap(key => [{ parent: json, key }, ...placesOf((json as Record<string | number, Json>)[key])]);
}

const NUMBERS: readonly number[] = VALUES.filter(value => typeof value === 'number');

/** Another value of the same type, since such damage can pass a schema. */
function sibling(value: Json, choices: Choices): Json {
  if (typeof value === 'number') return choices.below(2) === 0 ? choices.below(4096) : choices.of(NUMBERS);
  if (typeof value === 'boolean') return !value;
  if (typeof value === 'string') return choices.of(STRINGS);
  return value;
}

function mutatePlace({ parent, key }: Place, choices: Choices): void {
  const at = parent as Record<string | number, Json>;
  const value = structuredClone(choices.of(VALUES));
  switch (choices.below(10)) {
    case 0:
      if (Array.isArray(parent)) parent.splice(Number(key), 1);
      else delete parent[key];
      break;
    case 1:
      if (Array.isArray(parent)) parent.push(structuredClone(at[key]));
      else parent[choices.of(KEYS)] = value;
      break;
    case 2:
      if (typeof at[key] === 'number') at[key] += choices.of([-1, 1, 2, 1000]);
      else at[key] = value;
      break;
    case 3:
      at[key] = value;
      break;
    default:
      at[key] = sibling(at[key], choices);
  }
}

/** A copy with one to three injuries. */
export function mutateJson(json: unknown, choices: Choices): unknown {
  const copy = structuredClone(json) as Json;
  for (let n = 1 + choices.below(3); n > 0; n--) {
    const places = placesOf(copy);
    if (places.length > 0) mutatePlace(choices.of(places), choices);
  }
  return copy;
}
