/** Each answer opens the state that it speaks of. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parseRecording } from '../contract/recording.ts';
import { summaryOf } from '../model/banks/trace-summary.ts';
import { simulate } from '../model/pipeline/simulate.ts';
import { repeatOf } from '../model/swizzle/swizzle-numbers.ts';
import { exhibits } from '../pages/kit/exhibit/exhibits.ts';
import { linkOf } from '../pages/kit/exhibit/use-exhibit-state.ts';
import { variantScenario } from '../pages/kit/pipeline/variant-scenario.ts';
import { copyOfState } from '../pages/kit/tensor-map/copy-of-state.ts';
import { attentionLink } from '../pages/links/attention.ts';
import { layoutsLink } from '../pages/links/layouts.ts';
import { pipelineLink } from '../pages/links/pipeline.ts';
import { swizzleLink } from '../pages/links/swizzle.ts';
import { tensorMapLink } from '../pages/links/tensor-map.ts';
import { found } from '../pages/swizzle/finder-rows.ts';
import { patternName } from '../pages/swizzle/pattern-names.ts';
import type { FlatSearch } from '../state/link-codec.ts';
import { accessAt } from '../trace/access-trace.ts';
import { sampleStatistics } from '../trace/sample-statistics.ts';
import { QUESTIONS } from './questions.ts';

const answers = QUESTIONS.flatMap(question => question.answers);
const searchOf = (id: string): FlatSearch => answers.find(answer => answer.id === id)!.link.search;
const swizzleState = (id: string) => swizzleLink.stateOf(searchOf(id));

const AGAIN: Readonly<Record<string, (search: FlatSearch) => FlatSearch>> = {
  '/swizzle': search => swizzleLink.encode(swizzleLink.stateOf(search)),
  '/tensor-map': search => tensorMapLink.encode(tensorMapLink.stateOf(search)),
  '/layouts': search => layoutsLink.encode(layoutsLink.stateOf(search)),
  '/pipeline': search => pipelineLink.encode(pipelineLink.stateOf(search)),
  '/attention': search => attentionLink.encode(attentionLink.stateOf(search)),
};

describe.each(answers)('$id', ({ link }) => {
  test('is a link without a word that its page does not know', async () => {
    if (link.to === '/banks/$kernel') {
      const { kernel, exhibit } = await exhibits.get(link.params.kernel)!();
      expect(linkOf(kernel, exhibit).decode(link.search).problems).toEqual([]);
      return;
    }
    const again = AGAIN[link.to]?.(link.search);
    if (again === undefined) expect(link.search).toEqual({});
    else expect(again).toEqual(link.search);
  });
});

test('ids are told apart', () => {
  expect(new Set(answers.map(({ id }) => id)).size).toBe(answers.length);
});

test.each(['ldmatrix-bf16', 'ldmatrix-narrow'])('%s draws what the search finds best', id => {
  const state = swizzleState(id);
  expect(found(state).candidates[0]).toMatchObject({ swizzle: state.swizzle, padBytes: 0 });
  expect(state.wanted).toContain('ldmatrix-4');
});

test('a base off the repeat, and no other state of a scrambled tile has one', () => {
  const { base, swizzle } = swizzleState('scrambled-base');
  expect(base % repeatOf(swizzle)).not.toBe(0);
  expect([swizzleState('scrambled-mask').base, swizzleState('scrambled-unit').base]).toEqual([0, 0]);
});

test('the pattern on elements where bytes are meant has the name of the other on bytes', () => {
  const state = swizzleState('scrambled-unit');
  expect(patternName(state.swizzle, state)).toBe('Swizzle<3,4,3>');
  expect(patternName(state.against, state)).toBe('128B');
});

test.each(['scrambled-span', 'scrambled-type'])('%s breaks the rule of the span, and no other', id => {
  const { breaches } = copyOfState(tensorMapLink.stateOf(searchOf(id)));
  expect(breaches.map(({ path }) => path)).toEqual([['box', 0]]);
});

const runsOf = (id: string) =>
  pipelineLink.stateOf(searchOf(id)).variants.map(variant => {
    const scenario = variantScenario(variant, null);
    if (!scenario.ok) throw new Error(scenario.error.message);
    return simulate(scenario.value);
  });

test.each([
  ['hang-parity', 'empty[0]'],
  ['hang-query', 'QueryEmpty'],
  ['hang-single-stage', 'empty vt[0]'],
])('%s hangs, and the message names the barrier', (id, barrier) => {
  const [{ deadlock }] = runsOf(id);
  expect(deadlock?.waiters.map(waiter => waiter.barrier).join()).toContain(barrier);
});

test('each stage more is faster, and all of them go through', () => {
  const [two, three, four] = runsOf('stages-compared').map(({ totalClk, deadlock }) =>
    deadlock === null ? totalClk : 0,
  );
  expect(two).toBeGreaterThan(three);
  expect(three).toBeGreaterThanOrEqual(four);
  expect(four).toBeGreaterThan(0);
});

test('slow without a conflict: as many wavefronts as must be, and more and more under way', async () => {
  const { kernel, exhibit } = await exhibits.get('transpose')!();
  const { variants } = linkOf(kernel, exhibit).decode(searchOf('slow-under-way')).state;
  const bytes = variants.map(variant => {
    const { trace } = kernel.predict(variant, kernel.defaults, 0);
    const { shared } = summaryOf(trace);
    expect(shared.load.wavefronts + shared.store.wavefronts).toBe(shared.load.ideal + shared.store.ideal);
    const first = Array.from({ length: trace.rows }, (_, row) => accessAt(trace, row)).filter(({ warp }) => warp === 0);
    const reads = first.findIndex(({ space }) => space === 'shared');
    return reads * first[0].widthBytes;
  });
  expect(bytes).toEqual([4, 16, 64]);
});

describe('an answer in short', () => {
  test('fits the strip over the page', () => {
    for (const { inShort, title } of QUESTIONS) expect(`${title} ${inShort}`.length, title).toBeLessThanOrEqual(260);
  });

  test('says what the recorded transposes of 4096 × 4096 took', () => {
    const file = join(import.meta.dirname, '../../public/recordings/nvidia-h200/transpose.json');
    const recording = parseRecording(readFileSync(file, 'utf8'));
    if (!recording.ok) throw new Error(recording.error.message);
    const medians = recording.value.records.flatMap(({ variant, params, method, outcome }) =>
      outcome.kind === 'timed' && method === 'steady' && params.rows === 4096 && params.columns === 4096
        ? [{ variant, ns: sampleStatistics(outcome.samplesNs).median, params }]
        : [],
    );
    const of = (name: string) =>
      medians.find(({ variant, params }) => variant === name && params.elementBytes === 4 && params.tile === 32)!.ns;
    const short = (title: string) => QUESTIONS.find(question => question.title.startsWith(title))!.inShort;
    expect(short('What does a conflict cost')).toContain(`${(of('tiled') / of('padded')).toFixed(1)} times`);
    expect(of('padded') / of('vectorized')).toBeGreaterThan(2);
    expect(short('No bank conflict')).toContain('twice as fast');
  });
});
