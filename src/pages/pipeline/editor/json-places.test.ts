import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseScenario } from '../../../contract/scenario.ts';
import { PRESETS } from '../../../model/pipeline/presets/index.ts';
import { scenarioText, variantScenario } from '../../kit/pipeline/variant-scenario.ts';
import { plainVariant } from '../../links/pipeline-variant.ts';
import { jsonPlaces, placeOf } from './json-places.ts';

const isJson = (text: string): boolean => {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
};

describe('any text', () => {
  test('stops where JSON.parse refuses it, and nowhere else', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.json(),
          fc.json().map(text => text.slice(1)),
          fc.string(),
        ),
        text => {
          expect(jsonPlaces(text).stop === null).toBe(isJson(text));
        },
      ),
      { numRuns: 400 },
    );
  });

  test('has each value at its place', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.boolean(), (value, isSpaced) => {
        const text = JSON.stringify(value, null, isSpaced ? 2 : 0);
        const { places } = jsonPlaces(text);
        const check = (part: unknown, path: string) => {
          const at = places.get(path)!;
          expect(text.slice(at).startsWith(JSON.stringify(part)?.[0] ?? '')).toBe(true);
        };
        check(value, '');
        for (const [i, item] of Array.isArray(value) ? value.entries() : []) check(item, `[${i}]`);
      }),
    );
  });
});

describe.each(PRESETS)('the text of $id', ({ id }) => {
  const scenario = variantScenario(plainVariant(id), null);
  if (!scenario.ok) throw new Error(scenario.error.message);
  const text = scenarioText(scenario.value);

  test('is that scenario, in lines that fit', () => {
    expect(JSON.parse(text)).toEqual(scenario.value);
    expect(Math.max(...text.split('\n').map(line => line.length))).toBeLessThan(110);
  });

  test('has an error where the schema finds it', () => {
    const broken = text.replace('"parity": 1', '"parity": 2').replace('"parity": 0', '"parity": 2');
    const parsed = parseScenario(JSON.parse(broken));
    if (parsed.ok) throw new Error('was taken');
    const { line, column } = placeOf(broken, parsed.error.field);
    expect(broken.split('\n')[line - 1].slice(column - 1)[0]).toBe('2');
  });
});

test('a field that is missing is its record', () => {
  const text = '{\n  "a": [1, { "b": 2 }],\n  "c": { }\n}';
  expect(placeOf(text, 'c.d')).toEqual({ line: 3, column: 8 });
  expect(placeOf(text, 'a[1].x[4].y')).toEqual({ line: 2, column: 12 });
  expect(placeOf(text, 'a[0]')).toEqual({ line: 2, column: 9 });
  expect(placeOf(text, 'nothing')).toEqual({ line: 1, column: 1 });
  expect(placeOf('{\n  "a": 1,\n}', '')).toEqual({ line: 3, column: 1 });
});
