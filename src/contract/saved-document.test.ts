import { expect, it } from 'vitest';
import type { StoredValue } from '../trace/launch.ts';
import { checkExpectation } from './expectation.ts';
import { bytesInMemory, savedDocument } from './saved-document.ts';
import { parseDocument, type WorkbenchDocument } from './workbench-document.ts';

const fields: readonly StoredValue[] = [{ offset: 8, kind: 'pointer', buffer: 'b', byteOffset: 4 }];

function documentOf(bytes: Uint8Array<ArrayBuffer>): WorkbenchDocument {
  const init = { kind: 'bytes', bytes } as const;
  return {
    ...{ version: 1, title: 't', source: { language: 'ptx', name: 'k.ptx', text: '' }, arch: 'sm_90' },
    launch: {
      grid: [1, 1, 1],
      block: [1, 1, 1],
      buffers: [
        { name: 'a', type: 'u8', length: bytes.length, init, fields },
        { name: 'b', type: 'u8', length: bytes.length, init: { kind: 'zeros' } },
      ],
      symbols: [{ name: 'c', type: 'u8', init }],
      params: [],
    },
    ...{ guessed: [], ctas: null, tracedCta: 0, faults: 'all' },
    expectations: [{ buffer: 'a', by: { ...init, fields }, tolerance: 0 }],
  };
}

it('a document with bytes in memory is the same after it was saved and opened', () => {
  const bytes = Uint8Array.from({ length: 16 }, (_, i) => i);
  const document = documentOf(bytes);
  expect(bytesInMemory(document)).toBe(48);
  const saved = savedDocument(document);
  const opened = parseDocument(JSON.parse(JSON.stringify(saved.ok ? saved.value : null)));
  expect(opened).toEqual({ ok: true, value: saved.ok && saved.value });
  const found = Uint8Array.from([0, 1, 2, 3, 4, 5, 6, 7, 4, 1, 0, 0, 0, 0x7f, 0, 0]);
  // The second buffer lies 512 bytes behind the first.
  found[9] = 2;
  for (const { launch, expectations } of [document, opened.ok ? opened.value : document]) {
    expect(checkExpectation(expectations[0], launch, found)).toMatchObject({ ok: true, value: { wrong: 0 } });
    expect(checkExpectation(expectations[0], launch, bytes)).toMatchObject({ ok: true, value: { firstWrong: 8 } });
  }
});

it('is refused where a file would not be opened again', () => {
  expect(savedDocument(documentOf(new Uint8Array(2 ** 22)))).toMatchObject({ ok: false });
});

it('stored values lie in order, within their buffer, and name a buffer', () => {
  const saved = savedDocument(documentOf(new Uint8Array(16)));
  if (!saved.ok) throw new Error(saved.error);
  const errorOf = (fields: readonly StoredValue[]) => {
    const [a, b] = saved.value.launch.buffers;
    const parsed = parseDocument({ ...saved.value, launch: { ...saved.value.launch, buffers: [{ ...a, fields }, b] } });
    return parsed.ok ? null : parsed.error.field;
  };
  expect(errorOf([{ ...fields[0], offset: 9 }])).toBe('launch.buffers[0].fields[0].offset');
  expect(
    errorOf([
      { ...fields[0], offset: 0 },
      { ...fields[0], offset: 4 },
    ]),
  ).toBe('launch.buffers[0].fields[1].offset');
  expect(errorOf([{ ...fields[0], offset: 0, kind: 'pointer', buffer: 'x' }])).toBe(
    'launch.buffers[0].fields[0].buffer',
  );
  expect(errorOf([{ offset: 0, kind: 'pointer', buffer: 'b', byteOffset: 17 }])).toBe(
    'launch.buffers[0].fields[0].byteOffset',
  );
});
