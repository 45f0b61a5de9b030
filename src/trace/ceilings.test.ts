import { describe, expect, it } from 'vitest';
import { type CeilingsRecord, ceilingsFor, DATA_SHEETS, dataSheetOf, leastNs, shareOf } from './ceilings.ts';
import { recordOf, timed } from './fixtures/run-records.ts';
import { rateOf, type Work } from './work.ts';

const { gpu, driver, nvcc } = recordOf('tiled', timed(1));
const recordFor = (name: string): CeilingsRecord => ({
  ...{ date: '2026-11-20T18:00:00.000Z', driver, nvcc },
  gpu: { ...gpu, name },
  measured: { copyBytesPerSecond: 4e12, matrixFlopsPerSecond: null, sharedBytesPerClk: 128, launchNs: 500 },
});

describe('ceilings', () => {
  it('are two, and both named', () => {
    const { measured, dataSheet } = ceilingsFor('bytes', 'NVIDIA H200', recordFor('NVIDIA H200'));
    expect(measured).toEqual({
      ...{ source: 'measured', perSecond: 4e12, title: 'copy in device memory, measured 2026-11-20' },
    });
    expect(dataSheet).toMatchObject({ source: 'dataSheet', perSecond: 4.8e12 });
  });

  it('are none where nobody measured and no data sheet is known', () => {
    expect(ceilingsFor('bytes', 'A GPU', null)).toEqual({ measured: null, dataSheet: null });
    expect(ceilingsFor('flops', 'A GPU', recordFor('A GPU'))).toEqual({ measured: null, dataSheet: null });
  });

  it('of one kind of GPU are none of another', () => {
    expect(ceilingsFor('bytes', 'NVIDIA H200', recordFor('Another')).measured).toBeNull();
    expect(dataSheetOf('NVIDIA H200 MIG 1g.18gb')).toBeNull();
  });

  it('of data sheets are of one name each, and dense', () => {
    expect(new Set(DATA_SHEETS.map(each => each.gpu)).size).toBe(DATA_SHEETS.length);
    // 132 SMs at 1,830 MHz, 4,096 operations a clk and SM.
    expect(dataSheetOf('NVIDIA H200')!.matrixFlopsPerSecond / (132 * 1.83e9 * 4096)).toBeCloseTo(1, 3);
  });

  it('share and least time are of one ceiling', () => {
    const work: Work = { kind: 'bytes', amount: 8e6 };
    const { measured } = ceilingsFor('bytes', 'A GPU', recordFor('A GPU'));
    expect(shareOf(rateOf(work, 4000), measured!)).toBeCloseTo(0.5);
    expect(shareOf(rateOf(work, leastNs(work, measured!)), measured!)).toBeCloseTo(1);
  });
});
