/** Documents: what is taken, what is refused and where, and what never happens. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { linkBytes, linkText } from './document-link.ts';
import { parseDocument, readDocument, type WorkbenchDocument } from './workbench-document.ts';

const full: WorkbenchDocument = {
  version: 1,
  title: 'saxpy',
  source: { language: 'cuda', name: 'saxpy.cu', text: '__global__ void saxpy(float* y) {}' },
  arch: 'sm_90a',
  launch: {
    grid: [2, 1, 1],
    block: [32, 1, 1],
    buffers: [{ name: 'y', type: 'f32', length: 64, init: { kind: 'zeros' }, output: true }],
    params: [{ kind: 'pointer', buffer: 'y' }],
  },
  sharedBaseBytes: 1024,
  guessed: ['grid', 'buffers[0].length'],
  ctas: [0, 1],
  tracedCta: 1,
  faults: 'all',
  expectations: [{ buffer: 'y', by: { kind: 'formula', formula: 'i * 2' }, tolerance: 0 }],
};

type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

function withField(path: readonly (string | number)[], value: Json): Json {
  const copy = structuredClone(full) as unknown as Json;
  let at = copy as Record<string | number, Json>;
  for (const key of path.slice(0, -1)) at = at[key] as Record<string | number, Json>;
  at[path.at(-1)!] = value;
  return copy;
}

const fieldOf = (json: unknown): string | null => {
  const parsed = parseDocument(json);
  return parsed.ok ? null : parsed.error.field;
};

describe('a document', () => {
  it('is taken as it is, as a value and as a text', () => {
    expect(parseDocument(structuredClone(full))).toEqual({ ok: true, value: full });
    expect(readDocument(JSON.stringify(full))).toEqual({ ok: true, value: full });
  });

  const wrong: [field: string, path: (string | number)[], value: Json][] = [
    ['version', ['version'], 2],
    ['source.language', ['source', 'language'], 'sass'],
    ['source.text', ['source', 'text'], 7],
    ['arch', ['arch'], 'sm_90; rm'],
    ['launch', ['launch'], null],
    ['launch.grid[0]', ['launch', 'grid', 0], 0],
    ['launch.params[0].buffer', ['launch', 'params', 0, 'buffer'], 'x'],
    ['ctas[1]', ['ctas', 1], 2],
    ['tracedCta', ['tracedCta'], 2],
    ['faults', ['faults'], 'some'],
    ['expectations[0].buffer', ['expectations', 0, 'buffer'], 'x'],
    ['expectations[0].tolerance', ['expectations', 0, 'tolerance'], -1],
    ['expectations[0].by.kind', ['expectations', 0, 'by', 'kind'], 'file'],
    ['expectations[1].buffer', ['expectations', 1], full.expectations[0] as unknown as Json],
    ['extra', ['extra'], 1],
    ['guessed[0]', ['guessed', 0], 'x'.repeat(300)],
    ['source.text', ['source', 'text'], ' '.repeat(2 ** 25 + 1)],
  ];
  it.each(wrong)('names %s', (field, path, value) => {
    expect(fieldOf(withField(path, value))).toBe(field);
  });

  it('never throws, whatever the JSON or the text', () => {
    fc.assert(fc.property(fc.jsonValue(), json => !parseDocument(json).ok));
    fc.assert(fc.property(fc.string(), text => !readDocument(text).ok));
    const keys = Object.keys(full) as (keyof WorkbenchDocument)[];
    fc.assert(
      fc.property(fc.constantFrom(...keys), fc.jsonValue(), (key, value) => {
        const parsed = parseDocument({ ...full, [key]: value });
        if (!parsed.ok) expect(parsed.error.field.startsWith(key)).toBe(true);
      }),
    );
  });
});

describe("a link's text", () => {
  it('gives back the bytes', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 500 }), bytes => {
        const text = linkText(bytes);
        expect(text.ok && /^[\w-]*$/.test(text.value)).toBe(true);
        expect(text.ok && linkBytes(text.value)).toEqual({ ok: true, value: bytes });
      }),
    );
  });

  it('is refused when it is too long, changed or cut', () => {
    expect(linkText(new Uint8Array(6001))).toMatchObject({ ok: false });
    expect(linkText(new Uint8Array(6000))).toMatchObject({ ok: true });
    for (const text of ['A', 'AB=C', 'A B', 'é', 'x'.repeat(8001)]) expect(linkBytes(text).ok).toBe(false);
  });
});
