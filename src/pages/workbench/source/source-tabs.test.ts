import { describe, expect, it } from 'vitest';
import type { WorkbenchSource } from '../../../contract/workbench-document.ts';
import { filesNamedBy } from '../../../ptx/outline/named-files.ts';
import { isSameFile } from './source-names.ts';
import { lineIn, listingTab, tabFor, tabsOf } from './source-tabs.ts';

const PTX = '.version 8.0\n\t.file\t1 "cuda/k.cu"\n\t.file\t2 "cuda/k.cuh", 12, 34\n';
const ptx: WorkbenchSource = { language: 'ptx', name: 'k.ptx', text: PTX };

describe('file names', () => {
  it('are read from the PTX', () => {
    expect(filesNamedBy(PTX)).toEqual(['cuda/k.cu', 'cuda/k.cuh']);
  });

  it('are the same where one is the end of the other, below a folder', () => {
    expect(isSameFile('cuda/k.cu', 'k.cu')).toBe(true);
    expect(isSameFile('k.cu', 'a/b/k.cu')).toBe(true);
    expect(isSameFile('cuda/ak.cu', 'k.cu')).toBe(false);
    expect(isSameFile('', '')).toBe(false);
  });
});

describe('the texts of a version', () => {
  it('are the PTX and the sources beside it, by the names that the PTX has for them', () => {
    const tabs = tabsOf(ptx, [{ name: 'k.cu', text: 'int x;' }], null);
    expect(tabs.map(({ label, name, editable }) => [label, name, editable])).toEqual([
      ['PTX', 'k.ptx', true],
      ['CUDA', 'cuda/k.cu', false],
    ]);
    expect(tabs[1].id).toBe(listingTab({ name: 'k.cu', text: '' }));
  });

  it('are in the language of their ending', () => {
    const tabs = tabsOf(
      ptx,
      [
        { name: 'k.cu', text: '' },
        { name: 'a/model.py', text: '' },
      ],
      null,
    );
    expect(tabs.map(({ language, label }) => [language, label])).toEqual([
      ['ptx', 'PTX'],
      ['cuda', 'k.cu'],
      ['python', 'model.py'],
    ]);
  });

  it('are CUDA and, once it is compiled, its PTX', () => {
    const cuda: WorkbenchSource = { language: 'cuda', name: 'k.cu', text: '' };
    expect(tabsOf(cuda, [], null).map(tab => tab.label)).toEqual(['CUDA']);
    expect(tabsOf(cuda, [], PTX).map(({ name, editable }) => [name, editable])).toEqual([
      ['k.cu', true],
      ['k.ptx', false],
    ]);
  });

  it('show a place where they have it: on the tab in sight if they can', () => {
    const [own, listing] = tabsOf(ptx, [{ name: 'k.cu', text: '' }], null);
    const place = { file: 'cuda/k.cu', line: 3, ptxLine: 12 };
    expect([lineIn(own, place), lineIn(listing, place)]).toEqual([12, 3]);
    expect(tabFor([own, listing], own, place)).toBe(own);
    expect(tabFor([own, listing], own, { ...place, ptxLine: 0 })).toBe(listing);
    expect(tabFor([own, listing], listing, { ...place, file: 'cuda/other.cu' })).toBe(own);
  });

  it('of several files, show a place in its own', () => {
    const [own, kernel, header] = tabsOf(
      ptx,
      [
        { name: 'k.cu', text: 'int x;' },
        { name: 'k.cuh', text: 'int y;' },
      ],
      null,
    );
    const place = { file: 'cuda/k.cuh', line: 1, ptxLine: 9 };
    expect(tabFor([own, kernel, header], kernel, place)).toBe(header);
    expect(tabFor([own, kernel, header], own, place)).toBe(own);
  });
});
