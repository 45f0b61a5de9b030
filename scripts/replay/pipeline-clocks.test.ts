/** Tests the machine numbers of the pipeline presets against measurements on a GPU. */
import { describe, expect, it } from 'vitest';
import {
  BAR_SYNC,
  MBARRIER,
  MMA_SYNC,
  machineFields,
  WGMMA,
  WGMMA_FP8,
} from '../../src/model/pipeline/presets/machine-fields.ts';
import { pipelineClockEvidence } from './evidence.ts';
import { pipelineClocks } from './pipeline-clocks.ts';

const { machine, samples } = pipelineClockEvidence();
const median = (what: string): number => samples[what][2];
const field = (name: string) => machineFields(MMA_SYNC, MBARRIER).find(each => each.name === name)!;

const LATENCY = 'copy latency, 16 bytes, global memory, clk';
const RATE = 'copy rate, 32768 bytes, 132 SMs, L2, each its own, bytes/clk of each';
const mostOf = (what: RegExp): number =>
  Math.max(...Object.keys(samples).flatMap(each => (what.test(each) ? [median(each)] : [])));

describe('defaults', () => {
  it.each([
    { name: 'copyLatencyClk', measured: Math.round(median(LATENCY)) },
    { name: 'copyBytesPerClk', measured: Number(median(RATE).toFixed(1)) },
    { name: 'barrierClk', measured: Math.round(median('turn handed over by mbarriers, clk')) },
    { name: 'tensorFlopPerClk', measured: Math.floor(mostOf(/^mma\.sync/)) },
  ])('$name is what was measured', ({ name, measured }) => {
    const { default: value, source } = field(name);
    expect(value).toBe(measured);
    expect(source).toContain(`measured on an ${machine.gpu}`);
  });

  it('barriers of the CTA are those of eight warps', () => {
    expect(BAR_SYNC.value).toBe(Math.round(median('barrier.cta.sync, 8 warps, clk')));
  });

  it.each([
    { published: field('expPerClk').default, measured: mostOf(/^exponentials/) },
    { published: WGMMA.value, measured: mostOf(/^wgmma, /) },
    { published: WGMMA_FP8.value, measured: mostOf(/^wgmma of e4m3, /) },
  ])('$published, which is published, is reached within 0.1 % and not passed', ({ published, measured }) => {
    expect(measured).toBeLessThanOrEqual(published);
    expect(measured).toBeGreaterThan(0.999 * published);
  });

  it('issue slots are taken by multiply-adds but for what the loop itself needs', () => {
    const [slots, measured] = [field('issuePerClk').default, mostOf(/^multiply-adds/)];
    expect(measured).toBeLessThanOrEqual(slots);
    expect(measured).toBeGreaterThan(0.97 * slots);
  });

  it('named barriers are no slower than the mbarriers that stand in for them', () => {
    expect(median('turn handed over by barriers of the CTA, clk')).toBeLessThanOrEqual(MBARRIER.value);
  });
});

describe('a copy alone from global memory', () => {
  const ratioOf = (bytes: number): number => {
    const modelled = field('copyLatencyClk').default + bytes / field('copyBytesPerClk').default;
    return median(`copy latency, ${bytes} bytes, global memory, clk`) / modelled;
  };

  it.each([16, 128, 1024, 4096, 8192, 16384])('takes what latency and rate say, within 5 %%: %s bytes', bytes => {
    expect(Math.abs(ratioOf(bytes) - 1)).toBeLessThan(0.05);
  });

  it.each([32768, 65536])('is faster than an SM among all: %s bytes', bytes => {
    expect(ratioOf(bytes)).toBeLessThan(0.8);
  });
});

describe('reading what was printed', () => {
  it('takes lines of five numbers', () => {
    expect(pipelineClocks('a, clk: 2 1 1.5 2 2\nb: 1 3 3 3 3\n')).toEqual({
      'a, clk': [2, 1, 1.5, 2, 2],
      b: [1, 3, 3, 3, 3],
    });
  });

  it.each(['a: 1 2 3', 'a: 2 -5 1 1 1', 'a: 2 1 1 1 nan'])('refuses %s', line => {
    expect(() => pipelineClocks(line)).toThrow(line);
  });
});
