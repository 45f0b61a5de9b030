import { beforeEach, describe, expect, it } from 'vitest';
import type { WorkbenchDocument } from '../contract/workbench-document.ts';
import { useWorkbench } from './workbench-store.ts';

const document = (title: string): WorkbenchDocument => ({
  version: 1,
  title,
  source: { language: 'ptx', name: 'k.ptx', text: '' },
  arch: 'sm_90',
  launch: { grid: [1, 1, 1], block: [32, 1, 1], buffers: [], params: [] },
  guessed: [],
  ctas: null,
  tracedCta: 0,
  faults: 'first',
  expectations: [],
});

const state = () => useWorkbench.getState();

beforeEach(() => useWorkbench.setState(useWorkbench.getInitialState(), true));

describe('the documents of the workbench', () => {
  it('keep their edition while they are edited, and get another when another takes their place', () => {
    state().open('A', document('one'));
    const first = state().versions.A?.edition;
    state().edit('A', { title: 'one, edited' });
    expect(state().versions.A).toMatchObject({ edition: first, document: { title: 'one, edited' } });
    state().open('A', document('two'));
    expect(state().versions.A?.edition).not.toBe(first);
  });

  it('are duplicated into the other place, as an edition of its own', () => {
    state().open('A', document('one'), [{ name: 'k.cu', text: 'x' }]);
    state().duplicate();
    const { versions, shown } = state();
    expect(shown).toBe('B');
    expect(versions.B).toMatchObject({ document: { title: 'one' }, listings: [{ name: 'k.cu', text: 'x' }] });
    expect(versions.B?.edition).not.toBe(versions.A?.edition);
    state().edit('B', { title: 'two' });
    expect(state().versions.A?.document.title).toBe('one');
  });

  it('move up when A is closed, with their edition', () => {
    state().open('A', document('one'));
    state().open('B', document('two'));
    const kept = state().versions.B?.edition;
    state().close('A');
    expect(state()).toMatchObject({
      shown: 'A',
      versions: { A: { edition: kept, document: { title: 'two' } }, B: null },
    });
  });

  it('lose their selection when another is opened', () => {
    state().open('A', document('one'));
    state().select({ letter: 'A', file: 'k.cu', line: 3, ptxLine: 0 });
    state().open('A', document('two'));
    expect(state().selection).toBeNull();
  });

  it('can be brought back when another took their place before they were saved', () => {
    state().open('A', document('one'));
    state().open('A', document('two'));
    expect(state().replaced).toBeNull();
    state().edit('A', { title: 'two, edited' });
    state().open('A', document('three'));
    expect(state().replaced?.document.title).toBe('two, edited');
    state().bringBack();
    expect(state()).toMatchObject({ replaced: null, versions: { A: { document: { title: 'two, edited' } } } });
    state().markSaved('A');
    state().open('A', document('four'));
    expect(state().replaced).toBeNull();
  });
});
