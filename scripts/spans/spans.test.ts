/** Tests kernels with time stamps: the bytes that the device side writes, and that plain kernels contain nothing of it. */
import { describe, expect, it } from 'vitest';
import { catalog } from '../../src/kernels/catalog.ts';
import { sourcesOf } from '../build-ptx-plan.ts';
import { projectRoot, treeOf } from '../tree.ts';
import { logsOf } from './span-answers.ts';
import { spanJobs } from './span-jobs.ts';
import { spanLogOf } from './span-log-bytes.ts';

const NOTES_BYTES = 512 * 16;
const CTA_BYTES = 9 * NOTES_BYTES;

/** A CTA whose clock began just below 2^32, with notes of copies by its second warpgroup. */
function writtenCta(startNs: bigint, { notes = 1, dropped = 0 } = {}): Uint8Array {
  const view = new DataView(new ArrayBuffer(CTA_BYTES));
  const words = (at: number, ...values: readonly number[]) =>
    values.forEach((value, i) => {
      view.setUint32(at + 4 * i, value, true);
    });
  words(0, 2, 17, 0xffff_fff0);
  view.setBigUint64(16, startNs, true);
  words(24, 96, 4, 88, 1);
  const warp = 3 * NOTES_BYTES;
  for (let i = 0; i < notes; i++) words(warp + 16 * i, 0xffff_fff8, 0x10, (3 << 24) | 88, 0);
  words(warp + NOTES_BYTES, dropped, 0x40);
  return new Uint8Array(view.buffer);
}

describe('the bytes of a log', () => {
  it('are clocks from the start of the CTA, also past 2^32, and ns from that of the first', () => {
    const [first, second] = spanLogOf(
      Buffer.concat([writtenCta(1_700_000_000_000_000_100n), writtenCta(1_700_000_000_000_000_068n)]),
    );
    expect([first.startNs, second.startNs]).toEqual([32, 0]);
    expect(first.mbarriers).toEqual([
      { address: 88, arrivals: 1 },
      { address: 96, arrivals: 4 },
    ]);
    expect(first.warps.map(({ warp }) => warp)).toEqual([0, 4, 8, 12]);
    expect(first.warps[1]).toEqual({
      ...{ warp: 4, dropped: 0, storedClk: 0x50 },
      notes: [{ verb: 'expect', fromClk: 8, toClk: 0x20, address: 88, detail: 0 }],
    });
    expect(first.warps[0]).toEqual({ warp: 0, notes: [], dropped: 0, storedClk: null });
  });

  it('say how many notes found no room', () => {
    const [cta] = spanLogOf(writtenCta(0n, { notes: 512, dropped: 88 }));
    expect([cta.warps[1].notes.length, cta.warps[1].dropped]).toEqual([512, 88]);
  });

  it('of a CTA that noted nothing are left out; others are refused', () => {
    expect(spanLogOf(new Uint8Array(CTA_BYTES))).toEqual([]);
    expect(() => spanLogOf(new Uint8Array(5))).toThrow('5 bytes');
  });
});

describe('the answers of a GPU', () => {
  const jobs = spanJobs().slice(0, 1);
  const [{ name }] = jobs;
  it('belong to the jobs in their order', () => {
    const [log] = logsOf(jobs, `${name}.cubin equal ${CTA_BYTES} 4000 4100\n`, writtenCta(0n));
    expect(log).toMatchObject({ kernel: 'gemm', plainNs: 4000, stampedNs: 4100, ctas: [{ sm: 17 }] });
  });

  it.each([
    ['a kernel that computes something else', `${name}.cubin different ${CTA_BYTES} 4000 4100`, 'something else'],
    ['another kernel', `v9.cubin equal ${CTA_BYTES} 4000 4100`, 'where'],
    ['a kernel too few', '', '0 kernels'],
  ])('%s is noticed', (_, said, message) => {
    expect(() => logsOf(jobs, said, writtenCta(0n))).toThrow(message);
  });
});

it('no kernel, and no header of theirs, knows of stamps and probes: plain builds are those without them', () => {
  const tree = treeOf(projectRoot);
  const sources = [...catalog.values()].flatMap(kernel => sourcesOf(tree, kernel));
  expect(sources.length).toBeGreaterThan(50);
  expect(sources.filter(path => !/^cuda\/(kernels|include)\//.test(path))).toEqual([]);
  expect(sources.filter(path => /spanLog|addressLog|%clock|%globaltimer/.test(tree.read(path)))).toEqual([]);
});
