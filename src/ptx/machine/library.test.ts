/** Checks that the C++ library's mbarriers and asynchronous copies run without a finding. */
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { parsed, runKernel, wordsOf } from '../checks/kernel-run.ts';
import { postDominator } from './post-dominator.ts';

const VALUES = Array.from({ length: 1024 }, (_, i) => 7 * i + 3);
/** Rows of so many words, each turned. */
const turned = (row: number): number[] => VALUES.map((_, i) => VALUES[Math.floor(i / row) * row + row - 1 - (i % row)]);

describe.each(['sm_80', 'sm_100a'])('%s', arch => {
  const module = parsed(readFileSync(new URL(`./fixtures/library.${arch}.ptx`, import.meta.url), 'utf8'));

  test.each([
    ['pipeline', 256],
    ['specialised', 128],
  ])('%s', (entry, row) => {
    for (const order of [{}, { reconvergence: postDominator }]) {
      const buffers = [
        { name: 'out', type: 's32', length: 1024, init: { kind: 'zeros' } },
        { name: 'in', type: 's32', length: 1024, init: { kind: 'values', values: VALUES } },
      ] as const;
      const kernel = {
        entry,
        block: [256, 1, 1],
        params: [{ kind: 'pointer', buffer: 'in' }],
        launch: { buffers },
      } as const;
      const result = runKernel(module, kernel, { faults: 'all', ...order });
      expect(result.faults).toEqual([]);
      expect(wordsOf(result)).toEqual(turned(row));
    }
  });
});
