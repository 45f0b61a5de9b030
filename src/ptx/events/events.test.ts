import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Launch } from '../../trace/launch.ts';
import { parsed } from '../checks/kernel-run.ts';
import { emulate, fullyLoaded } from '../index.ts';
import { assemble } from '../isa/assembly.ts';
import type { PreparedOptions } from '../launch/prepare.ts';
import { postDominator } from '../machine/post-dominator.ts';
import type { Module } from '../parse/ast.ts';
import { startLogged } from './start-logged.ts';
import type { CtaEvents, WarpAction, WarpEvent } from './warp-event.ts';

const mbarriers = parsed(readFileSync(new URL('../checks/fixtures/mbarriers.sm_90a.ptx', import.meta.url), 'utf8'));

function launchOf(entry: string, hasInput: boolean): Launch {
  const values = Array.from({ length: 256 }, (_, i) => i * i);
  return {
    entry,
    grid: [1, 1, 1],
    block: [64, 1, 1],
    buffers: [
      { name: 'out', type: 's32', length: 64, init: { kind: 'zeros' } },
      { name: 'in', type: 's32', length: 256, init: { kind: 'values', values } },
    ],
    params: (hasInput ? ['out', 'in'] : ['out']).map(buffer => ({ kind: 'pointer', buffer })),
  };
}

function logged(module: Module, launch: Launch, options: PreparedOptions = {}) {
  const started = startLogged(fullyLoaded(module), launch, options, 0);
  if (!started.ok) throw new Error(started.error.message);
  started.value.run(Number.POSITIVE_INFINITY);
  return { events: started.value.events()!, result: started.value.result(), lineOf: started.value.lineOf };
}

const actions = (warp: readonly WarpEvent[], kind: WarpAction['kind']) =>
  warp.map(({ action }) => action).filter(action => action.kind === kind);

describe('a producer and a consumer with a ring of two stages', () => {
  const { events } = logged(mbarriers, launchOf('ringRight', true));
  const [producer, consumer] = events.warps;
  const phases = (warp: readonly WarpEvent[]) =>
    actions(warp, 'wait').map(action => (action.kind === 'wait' ? action.phase : null));

  it('wait for the phases in turn, the producer from the one before the first', () => {
    expect(phases(producer)).toEqual([-1, -1, 0, 0, 1, 1, 2, 2]);
    expect(phases(consumer)).toEqual([0, 0, 1, 1, 2, 2, 3, 3]);
  });

  it('arrive with all lanes of an instruction at once', () => {
    expect(new Set(events.mbarriers.values())).toEqual(new Set([32]));
    for (const warp of events.warps) {
      expect(actions(warp, 'arrive')).toHaveLength(8);
      expect(actions(warp, 'arrive')).toEqual(actions(warp, 'arrive').map(action => ({ ...action, count: 32 })));
    }
  });

  it('have what the lanes touched between the events', () => {
    const written = producer.filter(({ action }) => action.kind === 'arrive').map(({ writes }) => writes);
    const read = consumer.filter(({ action }) => action.kind === 'arrive').map(({ reads }) => reads);
    expect(read).toEqual(written);
    for (const [stretch, ...others] of written) expect([stretch.to - stretch.from, others]).toEqual([128, []]);
  });

  it('are the same whatever of a warp runs first', () => {
    const other = logged(mbarriers, launchOf('ringRight', true), { reconvergence: postDominator });
    expect(other.events.warps).toEqual(events.warps);
  });
});

describe('spins', () => {
  /** The first warp arrives after so many turns of a loop; the second waits. */
  const delayed = (turns: number): Module =>
    parsed(
      assemble({
        module: '.shared .align 8 .b8 bars[8];',
        body: `mov.u32 %r9, bars; setp.ne.u32 %p1, %tid, 0; @%p1 bra READY;
mbarrier.init.shared.b64 [%r9], 32; READY: bar.sync 0; setp.ge.u32 %p2, %tid, 32; @%p2 bra WAIT;
mov.u32 %r1, ${turns}; LOOP: nanosleep.u32 1; sub.u32 %r1, %r1, 1; setp.gt.s32 %p3, %r1, 0; @%p3 bra LOOP;
mbarrier.arrive.shared::cta.b64 _, [%r9]; bra DONE;
WAIT: mbarrier.try_wait.parity.shared::cta.b64 %p4, [%r9], 0; @!%p4 bra WAIT; DONE:`,
      }),
    );
  const launch: Launch = { ...launchOf('k', false), entry: 'k' };
  const waiting = (turns: number): readonly WarpEvent[] => logged(delayed(turns), launch).events.warps[1];

  it('are left out of the events, and so are their instructions', () => {
    const once = waiting(1);
    expect(actions(once, 'wait')).toHaveLength(1);
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 500 }), turns => {
        expect(waiting(turns)).toEqual(once);
      }),
      { numRuns: 20 },
    );
  });

  it('that never end are the warp’s last wait', () => {
    const { events, result } = logged(mbarriers, launchOf('countWrong', false), { faults: 'all' });
    expect(result.faults.map(({ kind }) => kind)).toEqual(['deadlock']);
    const [barrier] = events.mbarriers.keys();
    for (const warp of events.warps)
      expect(warp.slice(-2).map(({ action }) => action)).toEqual([
        { kind: 'wait', barrier, phase: 0 },
        { kind: 'end' },
      ]);
  });

  it('count for the warp that works meanwhile', () => {
    const [few, many] = [10, 110].map(turns => {
      const [warp] = logged(delayed(turns), launch).events.warps;
      return warp.reduce((sum, { instructions }) => sum + instructions, 0);
    });
    expect(many - few).toBe(100 * 4);
  });
});

describe('a log', () => {
  it.each(['exchangeRight', 'ringRight', 'ringWrong', 'countWrong'])('changes nothing of the run: %s', entry => {
    const launch = launchOf(entry, !entry.startsWith('count'));
    const alone = emulate(mbarriers, launch, { faults: 'all', profile: true });
    expect({ ok: true, value: logged(mbarriers, launch, { faults: 'all' }).result }).toEqual(alone);
  });

  it('names the instructions that it does not tell of', () => {
    const eventless = (entry: string, hasInput: boolean): CtaEvents['eventless'] =>
      logged(mbarriers, launchOf(entry, hasInput)).events.eventless;
    expect(eventless('ringRight', true)).toEqual([]);
    expect(eventless('bytesRight', false).join()).toMatch(/complete_tx/);
    expect(eventless('copiesRight', true)).toEqual([]);
  });

  it('has every instruction of a warp that never waits', () => {
    const { events, result } = logged(parsed(assemble({ body: 'st.global.u32 [%at], %tid;' })), {
      ...launchOf('k', false),
      block: [32, 1, 1],
    });
    const [warp] = events.warps;
    expect(warp.map(({ action }) => action.kind)).toEqual(['store', 'end']);
    expect(warp.reduce((sum, { instructions }) => sum + instructions, 0)).toBe(result.warpInstructions);
  });

  it('knows the lines of the kernel', () => {
    const { events, lineOf } = logged(mbarriers, launchOf('ringRight', true));
    const source = readFileSync(new URL('../checks/fixtures/mbarriers.cu', import.meta.url), 'utf8').split('\n');
    const texts = events.warps[1]
      .filter(({ action }) => action.kind === 'wait')
      .map(({ pc }) => source[lineOf(pc) - 1].trim());
    expect(new Set(texts)).toEqual(new Set(['WAIT(&full[i % 2], i / 2 & 1);']));
  });
});
