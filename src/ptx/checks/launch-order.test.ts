import { describe, expect, test } from 'vitest';
import { assemble } from '../isa/assembly.ts';
import { parsed, runKernel } from './kernel-run.ts';

const STORE = 'st.global.u32 [%at], %tid;';
/** The first warp waits alone. */
const ONE_WAITS = 'setp.lt.u32 %p1, %tid, 32; @!%p1 bra ON; griddepcontrol.wait; ON:';

function faultsOf(body: string, programmaticStreamSerialization = true) {
  const launch = { programmaticStreamSerialization };
  return runKernel(parsed(assemble({ body })), { entry: 'k', launch }, { faults: 'all' }).faults;
}

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
    expect(faultsOf(STORE, false)).toEqual([]);
  });
});
