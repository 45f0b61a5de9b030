/**
 * Compares what the lessons say with what runs: compiled kernels lane by lane, faulty programs by their first finding,
 * and recorded runs.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parseRecording } from '../contract/recording.ts';
import { startInspection } from '../inspect/index.ts';
import type { Kernel } from '../kernels/kernel.ts';
import { costOfAccess } from '../model/banks/wavefronts.ts';
import { wavefrontQuestion } from '../model/questions/access-questions.ts';
import { fasterQuestion } from '../model/questions/faster-question.ts';
import { answerWords } from '../model/questions/question.ts';
import { exhibits } from '../pages/kit/exhibit/exhibits.ts';
import { linkOf } from '../pages/kit/exhibit/use-exhibit-state.ts';
import { requestsOf } from '../panels/requests.ts';
import { emulate } from '../ptx/index.ts';
import { parseModule } from '../ptx/parse/module.ts';
import type { ExhibitState } from '../state/exhibit-link.ts';
import { type Access, type AccessTrace, TraceBuilder } from '../trace/access-trace.ts';
import { drawOf } from './draw.ts';
import { LESSONS } from './index.ts';
import type { LessonStep } from './lesson.ts';
import { taskDocument } from './tasks.ts';

const onKernels = LESSONS.flatMap(lesson =>
  [0, 1, 2, 3, 4].flatMap(seed =>
    lesson.steps(drawOf(seed)).map((step, i) => ({ name: `${lesson.id}.${i + 1} seed ${seed}`, step })),
  ),
).filter(({ step }) => step.link.to === '/banks/$kernel');

const PTX_FOLDER = join(import.meta.dirname, '../../public/ptx');
const emulatedBy = new Map<string, AccessTrace>();

/** All accesses of the launch's chosen CTA, by the committed PTX. */
function emulated(kernel: Kernel, { variants: [variant], params, arch, cta }: ExhibitState): AccessTrace {
  const key = JSON.stringify([kernel.id, variant, params, arch, cta]);
  const known = emulatedBy.get(key);
  if (known) return known;
  const module = parseModule(readFileSync(join(PTX_FOLDER, kernel.ptxPath(variant, params, arch)), 'utf8'));
  if (!module.ok) throw new Error(module.error.message);
  const trace = new TraceBuilder();
  const observe = (access: Access) => {
    if (access.cta === cta) trace.add(access);
  };
  const run = emulate(module.value, kernel.launch(variant, params), { observe });
  if (!run.ok) throw new Error(run.error.message);
  const made = trace.finish();
  emulatedBy.set(key, made);
  return made;
}

const accessOf = (trace: AccessTrace, { side, warp, request }: ExhibitState): Access | undefined =>
  requestsOf(trace, side).find(place => place.warp === warp && place.request === request)?.access;

async function exhibitOf(step: LessonStep) {
  const { to, params, search = {} } = step.link;
  const loaded = to === '/banks/$kernel' ? await exhibits.get(params.kernel)?.() : undefined;
  return loaded && { kernel: loaded.kernel, link: linkOf(loaded.kernel, loaded.exhibit), search };
}

test.each(onKernels)('the compiled kernel answers $name as the model does', async ({ step }) => {
  const { kernel, link, search } = (await exhibitOf(step))!;
  for (const change of [{}, ...(step.tries ?? []).map(each => each.search)]) {
    const state = link.stateOf({ ...search, ...change });
    const predicted = accessOf(kernel.predict(state.variants[0], state.params, state.cta).trace, state);
    const executed = accessOf(emulated(kernel, state), state);
    expect(predicted).toBeDefined();
    const [model, run] = [costOfAccess(predicted!), costOfAccess(executed!)];
    expect(run.wavefronts).toBe(model.wavefronts);
    expect(run.hits.map(({ lane, bank }) => [lane, bank])).toEqual(model.hits.map(({ lane, bank }) => [lane, bank]));
    expect(wavefrontQuestion(executed!, run)).toEqual(wavefrontQuestion(predicted!, model));
  }
});

const allSteps = LESSONS.flatMap(lesson =>
  lesson.steps(drawOf(0)).map((step, i) => ({ name: `${lesson.id}.${i + 1}`, step })),
);
const lines = allSteps.flatMap(({ name, step: { ask, task } }) =>
  ask?.kind === 'own' && ask.question.kind === 'line' && task ? [{ name, question: ask.question, task }] : [],
);

test('three programs are searched for a line', () => {
  expect(lines).toHaveLength(3);
});

test.each(lines)('the emulator finds the fault of $name at the line that is right', ({ question, task }) => {
  const { source, launch } = taskDocument(task);
  const module = parseModule(source.text);
  if (!module.ok) throw new Error(module.error.message);
  const started = startInspection(module.value, launch, { faults: 'first' });
  if (!started.ok) throw new Error(started.error.message);
  while (!started.value.run(1000).done);
  const [{ place, other }] = started.value.finish().findings;
  // A race names both lines; the question asks for the one that reads.
  const found = other === null ? [place] : [place, other.place];
  expect(found.map(({ ptxLine }) => `line ${ptxLine}`)).toContain(answerWords(question));
});

const recordedSteps = allSteps.flatMap(({ name, step: { ask } }) => (ask?.kind === 'recorded' ? [{ name, ask }] : []));

test.each(recordedSteps)('$name is answered by what was recorded', ({ ask: { kernel, spec } }) => {
  const file = join(import.meta.dirname, `../../public/recordings/nvidia-h200/${kernel}.json`);
  const recording = parseRecording(readFileSync(file, 'utf8'));
  if (!recording.ok) throw new Error(recording.error.message);
  expect(fasterQuestion(spec, recording.value.records)).not.toBeNull();
});
