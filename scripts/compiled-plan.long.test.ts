/** The permutation kernel with its plan compiled in: no PTX of it is committed, so it needs nvcc. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { ptxFlags } from '../server/toolchain/command-line.ts';
import { nvccCandidates } from '../server/toolchain/find-nvcc.ts';
import { verified } from '../src/kernels/permute/fixtures/emulated-mover.ts';
import { kernel } from '../src/kernels/permute/index.ts';
import { CONSTANTS, ODOMETER, TABLES } from '../src/kernels/permute/params.ts';
import { isWide } from '../src/kernels/permute/wide-launch.ts';
import { projectRoot } from './tree.ts';

const [nvcc] = nvccCandidates();

describe.skipIf(nvcc === undefined)('a plan that is compiled in', () => {
  const folder = mkdtempSync(join(tmpdir(), 'lanescape-plan-'));
  afterAll(() => rmSync(folder, { recursive: true }));

  const cases = [
    { variant: 'searched', shape: '70,100', perm: '1,0', elementBytes: 2, positions: ODOMETER },
    { variant: 'odd-row', shape: '4,33,2,24', perm: '2,0,3,1', elementBytes: 8, positions: TABLES },
    { variant: 'searched', shape: '3,4,5,2,4,6', perm: '5,3,1,4,0,2', elementBytes: 1, access: 1, positions: ODOMETER },
    { variant: 'xor', shape: '32,64', perm: '1,0', access: 1, positions: TABLES },
    { variant: 'none', shape: '', perm: '', positions: ODOMETER },
    { variant: 'tile-v', shape: '2,48,3,80', perm: '3,0,1,2' },
    { variant: 'tile-v', shape: '45,67', perm: '1,0', elementBytes: 2 },
    { variant: 'tile-bulk', shape: '2,48,3,80', perm: '3,0,1,2' },
    { variant: 'tile-bulk', shape: '16,2,112', perm: '2,1,0', elementBytes: 1 },
    { variant: 'tile-odd', shape: '45,67', perm: '1,0', elementBytes: 2 },
    { variant: 'tile-short', shape: '5,40,48,3', perm: '0,3,1,2', elementBytes: 1 },
    { variant: 'tile-short', shape: '2,3,4,16,5,16', perm: '0,2,4,3,5,1' },
    { variant: 'rows-v', shape: '6,7,5,24', perm: '1,2,0,3' },
    { variant: 'rows-odd', shape: '9,6,35', perm: '1,0,2', elementBytes: 2 },
  ] as const;
  it.each(cases)(
    'moves $shape to $perm by $variant as predicted',
    ({ variant, ...rest }) => {
      const params = { ...rest, binding: CONSTANTS };
      const spec = kernel.build(variant, params);
      const output = join(folder, 'kernel.ptx');
      const argv = [...ptxFlags(spec, 'sm_90'), '-o', output, `cuda/kernels/${spec.source}`];
      execFileSync(nvcc, argv, { cwd: projectRoot });
      const ptx = readFileSync(output, 'utf8');
      expect(ptx).not.toMatch(/\.local|\.const/);
      // The struct of its tables, or none.
      expect(kernel.launch(variant, params).params).toHaveLength(isWide(variant) ? 2 : 3);
      expect(verified(variant, params, ptx)).toMatchObject({ outcome: 'agrees' });
    },
    20_000,
  );
});
