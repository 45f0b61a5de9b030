import { describe, expect, test } from 'vitest';
import type { BufferSpec } from '../../trace/launch.ts';
import { assemble } from '../isa/assembly.ts';
import { parsed, runKernel } from './kernel-run.ts';

const STORE = 'st.global.u32 [%at], %tid;';
/** The first warp waits alone. */
const ONE_WAITS = 'setp.lt.u32 %p1, %tid, 32; @!%p1 bra ON; griddepcontrol.wait; ON:';

interface Overlap {
  readonly programmaticStreamSerialization?: boolean;
  readonly launchBefore?: BufferSpec['launchBefore'];
}

function runOf(body: string, { launchBefore, programmaticStreamSerialization = true }: Overlap) {
  const out = { name: 'out', type: 's32', length: 64, init: { kind: 'zeros' }, ...(launchBefore && { launchBefore }) };
  const launch = { programmaticStreamSerialization, buffers: [out as BufferSpec] };
  return runKernel(parsed(assemble({ body })), { entry: 'k', launch }, { faults: 'all' });
}

const faultsOf = (body: string, overlap: Overlap = { launchBefore: 'writes' }) => runOf(body, overlap).faults;

describe('a launch that may overlap the one before', () => {
  test.each([
    ['every thread waits', `griddepcontrol.wait; ${STORE}`],
    ['it touches no memory before the wait', `mov.u32 %r1, 1; griddepcontrol.wait; ld.global.u32 %r1, [%at]; ${STORE}`],
    ['one warp waits, and a barrier tells the others', `${ONE_WAITS} bar.sync 0; ${STORE}`],
  ])('is right where %s', (_, body) => {
    expect(faultsOf(body)).toEqual([]);
  });

  test.each([
    ['nobody waits', STORE],
    ['the wait comes too late', `${STORE} griddepcontrol.wait;`],
    ['it only lets the next one start', `griddepcontrol.launch_dependents; ${STORE}`],
    ['one warp waits, and no barrier tells the others', `${ONE_WAITS} ${STORE}`],
    ['the barrier is ahead of the wait', `bar.sync 0; ${ONE_WAITS} ${STORE}`],
  ])('is wrong where %s', (_, body) => {
    const faults = faultsOf(body);
    expect(faults.map(({ kind }) => kind)).toEqual(['missingWait']);
    expect(faults[0].message).toContain('(griddepcontrol.wait)');
    expect(faults[0].place.instruction).toBe(STORE.slice(0, -1));
  });

  test('is not looked for where launches wait for each other', () => {
    expect(runOf(STORE, { programmaticStreamSerialization: false })).toMatchObject({ faults: [], hazards: [] });
  });

  const LOAD = 'ld.global.u32 %r1, [%at];';
  test.each([
    ['nothing', STORE, 0, 0],
    ['reads', LOAD, 0, 0],
    ['reads', STORE, 1, 0],
    ['writes', LOAD, 1, 0],
    [undefined, LOAD, 0, 1],
  ] as const)('whose buffer the launch before %s: %s', (launchBefore, body, faults, hazards) => {
    const run = runOf(body, launchBefore === undefined ? {} : { launchBefore });
    expect([run.faults.length, run.hazards.length]).toEqual([faults, hazards]);
  });
});
