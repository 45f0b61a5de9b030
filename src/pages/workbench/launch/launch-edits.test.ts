/** Edits keep a launch whole: what they make is taken by the schema, and nothing points to what is gone. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parseDocument, type WorkbenchDocument } from '../../../contract/workbench-document.ts';
import { launchMisfit } from '../../../ptx/outline/entry-fit.ts';
import { guessLaunch } from '../../../ptx/outline/guess.ts';
import { outlineOf } from '../../../ptx/outline/outline.ts';
import { parseModule } from '../../../ptx/parse/module.ts';
import { editLaunch, fitLaunch, pointTo, pointToCopy, renameBuffer, withExpectation } from './launch-edits.ts';

const root = new URL('../../../../', import.meta.url);

function outlineFrom(path: string, source = '') {
  const module = parseModule(readFileSync(new URL(path, root), 'utf8'));
  if (!module.ok) throw new Error(module.error.message);
  return outlineOf(module.value, source);
}

const outline = outlineFrom(
  'src/ptx/outline/fixtures/outline.sm_90.ptx',
  readFileSync(new URL('src/ptx/outline/fixtures/outline.cu', root), 'utf8'),
);
const entry = (plain: string) => outline.entries.find(e => e.plainName === plain)!;

function documentOf(plain: string): WorkbenchDocument {
  return {
    version: 1,
    title: plain,
    source: { language: 'ptx', name: 'k.ptx', text: '' },
    arch: 'sm_90',
    ...guessLaunch(outline, entry(plain)),
    ctas: null,
    tracedCta: 0,
    faults: 'first',
    expectations: [{ buffer: 'out', by: { kind: 'formula', formula: '0' }, tolerance: 0 }],
  };
}

const isWhole = (document: WorkbenchDocument) => expect(parseDocument(document)).toMatchObject({ ok: true });

describe('an edit', () => {
  it('settles its path and lets the guesses follow', () => {
    const document = documentOf('plainAdd');
    const grid = [2, 1, 1] as const;
    const patch = editLaunch(document, outline, { ...document.launch, grid }, ['grid']);
    expect(patch.guessed).not.toContain('grid');
    expect(patch.launch?.buffers.map(b => b.length)).toEqual([512, 512]);
    expect(patch.launch?.params[2]).toMatchObject({ value: 512 });
  });

  it('keeps CTAs within the grid', () => {
    const document = { ...documentOf('plainAdd'), ctas: [0, 3], tracedCta: 3 };
    const patch = editLaunch(document, outline, { ...document.launch, grid: [2, 1, 1] }, ['grid']);
    expect(patch).toMatchObject({ ctas: [0], tracedCta: 0 });
    isWhole({ ...document, ...patch });
  });

  it('renames a buffer everywhere', () => {
    const document = documentOf('plainAdd');
    const renamed = { ...document, ...renameBuffer(document, 0, 'result') };
    expect(renamed.expectations[0].buffer).toBe('result');
    expect(renamed.launch.params[0]).toEqual({ kind: 'pointer', buffer: 'result' });
    isWhole(renamed);
  });

  it('shares a buffer, and parts it again', () => {
    const document = documentOf('plainAdd');
    const shared = { ...document, ...pointTo(document, { param: 0, field: null }, 'in') };
    expect(shared.launch.buffers.map(b => b.name)).toEqual(['in']);
    expect(shared.expectations).toEqual([]);
    expect(shared.guessed.filter(path => path.startsWith('buffers[1]'))).toEqual([]);
    expect(shared.guessed).toContain('buffers[0].length');
    isWhole(shared);
    const parted = { ...shared, ...pointToCopy(shared, { param: 1, field: null }, 'in') };
    expect(parted.launch.buffers.map(b => b.name)).toEqual(['in', 'in2']);
    isWhole(parted);
  });

  it('fits another kernel, with what both have', () => {
    const document = documentOf('plainAdd');
    const settled = { ...document, guessed: document.guessed.filter(path => path !== 'block') };
    const launch = { ...settled.launch, entry: entry('copy4').name, block: [64, 1, 1] as const };
    const fitted = { ...settled, ...fitLaunch({ ...settled, launch }, outline, entry('copy4')) };
    expect(fitted.launch.block).toEqual([64, 1, 1]);
    expect(launchMisfit(entry('copy4'), fitted.launch)).toBeNull();
    isWhole(fitted);
  });

  it('takes expectations along when a guessed name changes', () => {
    const params = entry('plainAdd').params.map((param, i) => (i === 0 ? { ...param, name: 'result' } : param));
    const renamed = { ...outline, entries: [{ ...entry('plainAdd'), params }] };
    const document = documentOf('plainAdd');
    const fitted = { ...document, ...fitLaunch(document, renamed, renamed.entries[0]) };
    expect(fitted.expectations.map(e => e.buffer)).toEqual(['result']);
    isWhole(fitted);
  });

  it('has one expectation for a buffer at most', () => {
    const document = documentOf('plainAdd');
    const by = { kind: 'values' as const, values: [1] };
    const changed = { ...document, ...withExpectation(document, 'out', { by, tolerance: 1 }) };
    expect(changed.expectations).toEqual([{ buffer: 'out', by, tolerance: 1 }]);
    expect(withExpectation(changed, 'out', null).expectations).toEqual([]);
    expect(withExpectation(changed, 'in', null).expectations).toEqual(changed.expectations);
  });
});
