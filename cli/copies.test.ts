/** Tests launches with tensor maps and clusters: sums, faults with remedies, and maps that the driver would refuse. */
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import { isOneLine, lanescape } from './fixtures/in-process.ts';
import { scratchFolder } from './fixtures/reverse-kernel.ts';

const scratch = scratchFolder();
afterAll(scratch.remove);

const fixture = (name: string): string => fileURLToPath(new URL(`../src/ptx/checks/fixtures/${name}`, import.meta.url));
const COPIES = fixture('tensor-copies.sm_90a.ptx');
const CLUSTERS = fixture('clusters.sm_90a.ptx');

/** Rows of 128 bytes. */
const MAP = {
  ...{ kind: 'tensorMap', pass: 'value', buffer: 'tensor', type: 'f32', dims: [64, 32], stridesBytes: [256] },
  ...{ box: [32, 8], elementStrides: [1, 1], interleave: 'none', swizzle: '128B', oobFill: 'zero' },
};

function copyLaunch(entry: string, change: object = {}): string {
  const buffers = [
    { name: 'out', type: 'u32', length: 256, init: { kind: 'poison' }, output: true },
    { name: 'tensor', type: 'f32', length: 64 * 32, init: { kind: 'iota' } },
  ];
  const map = { ...MAP, ...change };
  const params = [{ kind: 'pointer', buffer: 'out' }, map, map];
  return scratch.write('copy.json', { entry, grid: [1, 1, 1], block: [64, 1, 1], buffers, params });
}

const run = (verb: string, ptx: string, launch: string, ...more: string[]) =>
  lanescape([verb, '--ptx', ptx, '--launch', launch, ...more]);

describe('a tensor copy', () => {
  it('counts as chunks of an engine', async () => {
    const { code, stdout } = await run('emulate', COPIES, copyLaunch('waitRight'), '--json');
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({
      ok: true,
      shared: { copy: { requests: 2, wavefronts: 8, ideal: 8 } },
      global: { copy: { requests: 2, sectors: 32, ideal: 32 } },
      cluster: {},
      faults: [],
      // The fixture's mbarriers have no fence behind their init.
      hazards: [{ kind: 'missingFence', remedy: 'init' }],
      costs: [],
    });
  });

  it.each([
    ['waitWrong', 'missingWait', /at its mbarrier/],
    ['lessWrong', 'deadlock', /Let expect_tx name all bytes/],
  ] as const)('%s: check fails with what helps', async (entry, kind, fix) => {
    const wrong = await run('check', COPIES, copyLaunch(entry));
    expect(wrong.code).toBe(1);
    expect(wrong.stdout).toMatch(fix);
    const { faults } = JSON.parse((await run('emulate', COPIES, copyLaunch(entry), '--json')).stdout);
    expect(faults[0]).toMatchObject({ kind, fix: expect.stringMatching(fix) });
  });

  it('by a map that the driver refuses is refused at its field', async () => {
    const { code, stderr } = await run('emulate', COPIES, copyLaunch('waitRight', { box: [30, 8] }));
    expect(code).toBe(2);
    expect(stderr).toMatch(/params\[1\]\.box\[0\]: 30: must be a multiple of 4 .* 32 would do/);
    expect(isOneLine(stderr)).toBe(true);
  });
});

describe('a cluster', () => {
  const launch = (change: object) => {
    const buffer = (name: string) => ({ name, type: 's32', length: 128, init: { kind: 'iota' }, output: true });
    const params = ['out', 'in'].map(name => ({ kind: 'pointer', buffer: name }));
    const shape = { entry: 'handRight', grid: [2, 1, 1], block: [64, 1, 1], cluster: [2, 1, 1] };
    return scratch.write('cluster.json', { ...shape, ...change, buffers: [buffer('out'), buffer('in')], params });
  };

  it('has its accesses of other CTAs counted', async () => {
    const { code, stdout } = await run('emulate', CLUSTERS, launch({}));
    expect(code).toBe(0);
    expect(stdout).toMatch(/^cluster store +\d+ +\d+ +addresses *$/m);
  });

  it('that does not divide the grid is refused', async () => {
    const { code, stderr } = await run('check', CLUSTERS, launch({ grid: [3, 1, 1] }));
    expect({ code, isOneLine: isOneLine(stderr) }).toEqual({ code: 2, isOneLine: true });
    expect(stderr).toMatch(/cluster\[0\]: the grid's 3 CTAs are no multiple of 2/);
  });
});
