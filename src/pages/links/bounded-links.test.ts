/** Whatever a link says, within the length that it may have, reading it ends: in bounded work, and without a throw. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { LONGEST_LINK } from '../../contract/document-link.ts';
import { readChain } from '../../model/layout-text/read-chain.ts';
import { readLayout } from '../../model/layout-text/read-layout.ts';
import { readNotation } from '../../model/permute/notation/notation.ts';
import { unpackText } from '../../state/packed-text.ts';
import { readEncodeCall } from '../kit/tensor-map/encode-call.ts';
import { attentionLink } from './attention.ts';
import { layoutsLink } from './layouts.ts';
import { pipelineLink } from './pipeline.ts';
import { runsLink } from './runs.ts';
import { statisticsLink } from './statistics.ts';
import { swizzleLink } from './swizzle.ts';
import { tensorMapLink } from './tensor-map.ts';

type Decoder = (search: Readonly<Record<string, string>>) => unknown;

const DECODERS: Readonly<Record<string, Decoder>> = {
  attention: attentionLink.decode,
  layouts: layoutsLink.decode,
  statistics: statisticsLink.decode,
  pipeline: pipelineLink.decode,
  runs: runsLink.decode,
  swizzle: swizzleLink.decode,
  tensorMap: tensorMapLink.decode,
};

/** Short words over and over: what makes a pattern read its text again and again. */
const word = fc.oneof(
  fc.constantFrom(
    ' ',
    '\n',
    '(',
    '[',
    '{',
    '<',
    '/*',
    '"',
    ',',
    ':',
    ';',
    '=',
    '1',
    '-1',
    'a',
    'o ',
    '∘',
    '->',
    '.',
    'x(',
    '0x',
    '=>',
  ),
  fc.string({ minLength: 1, maxLength: 4 }),
);
const repeated = (longest: number) =>
  fc
    .tuple(fc.string({ maxLength: 8 }), word, fc.string({ maxLength: 8 }))
    .map(([start, middle, end]) => start + middle.repeat(Math.floor((longest - 16) / middle.length)) + end);

/** A hundred readings take less than a second; a hundred that are quadratic in 8,000 characters would still end. */
const RUNS = { numRuns: 60 };

/** The names that a decoder asks for, found by asking it. */
function fieldsOf(decode: Decoder): string[] {
  const asked = new Set<string>();
  decode(
    new Proxy<Record<string, string>>(
      {},
      {
        get: (_, name) => {
          asked.add(String(name));
          return undefined;
        },
      },
    ),
  );
  return [...asked];
}

describe('a page opens with any text in any field', () => {
  test.each(Object.entries(DECODERS))('%s', (_, decode) => {
    const fields = fieldsOf(decode);
    expect(fields.length).toBeGreaterThan(0);
    fc.assert(
      fc.property(fc.constantFrom(...fields), repeated(LONGEST_LINK), (field, text) => {
        decode({ [field]: text });
      }),
      RUNS,
    );
  });
});

test('a packed text is read, or refused in words', async () => {
  await fc.assert(
    fc.asyncProperty(fc.base64String({ maxLength: 200 }), async text => {
      const read = await unpackText(text.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', ''));
      expect(typeof (read.ok ? read.value : read.error)).toBe('string');
    }),
    RUNS,
  );
  expect(await unpackText('A'.repeat(LONGEST_LINK + 1))).toMatchObject({ ok: false });
});

test('a pasted permutation is read, or refused in words', () => {
  fc.assert(
    fc.property(repeated(2000), text => {
      readNotation(text, [2, 3]);
    }),
    RUNS,
  );
  expect(readNotation('('.repeat(2001), [2])).toMatchObject({ ok: false, error: { position: 2000 } });
  for (const bracket of ['(', '[', 'f(', 'f(a='])
    expect(readNotation(bracket.repeat(400), [2])).toMatchObject({
      ok: false,
      error: { message: expect.stringContaining('more than 100 brackets within each other') },
    });
});

test('a pasted call of the driver is read, or refused in words', () => {
  fc.assert(
    fc.property(repeated(2 ** 16), text => {
      expect(readEncodeCall(text).ok).toBe(false);
      readEncodeCall(`cuTensorMapEncodeTiled(${text}`);
    }),
    RUNS,
  );
  expect(readEncodeCall(' '.repeat(2 ** 16 + 1))).toEqual({
    ok: false,
    error: expect.stringContaining('at most 65536'),
  });
});

test('names that lead to a great many names are given up', () => {
  const eight = Array.from({ length: 8 }, (_, i) => i);
  // Each of a level needs all eight of the next: eight to the power of seven ways.
  const sum = (level: number) => eight.map(i => `v${level}_${i}`).join(' + ');
  const names = eight
    .slice(1)
    .flatMap(level => eight.map(i => `v${level}_${i} = ${level === 7 ? 1 : sum(level + 1)};`));
  const args = ['m', 'CU_TENSOR_MAP_DATA_TYPE_FLOAT32', '2', 'p', '{v1_0}', '{4}', '{4}', '{1}', 'I', 'S', 'L', 'F'];
  const read = readEncodeCall(`${names.join('\n')}\ncuTensorMapEncodeTiled(${args.join(', ')});`);
  expect(read).toEqual({ ok: false, error: expect.stringContaining('more than 256 names') });
});

test('a layout is read, or refused in words', () => {
  fc.assert(
    fc.property(repeated(LONGEST_LINK), text => {
      readLayout(text);
      readChain(text);
    }),
    RUNS,
  );
});
