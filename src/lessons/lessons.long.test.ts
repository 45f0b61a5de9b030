/**
 * Compares the compiled kernel with the model on what the lessons ask of a kernel's page: lane by lane, in several
 * draws.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Kernel } from '../kernels/kernel.ts';
import { costOfAccess } from '../model/banks/wavefronts.ts';
import { wavefrontQuestion } from '../model/questions/access-questions.ts';
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
