/** `lanescape record`: runs kernels on this machine's GPU, and writes the measurements as files of the page. */

import { findCheckout } from '../../server/checkout.ts';
import type { ServerCoreParts } from '../../server/core.ts';
import { err, ok, type Result } from '../../src/base/result.ts';
import { catalog } from '../../src/kernels/catalog.ts';
import type { Kernel } from '../../src/kernels/kernel.ts';
import { defineVerb, type Invocation } from '../verb.ts';
import { type Kernels, kernelNamed, secondsOf } from './kernel-operand.ts';
import { ENGINE_OPTIONS, withEngine } from './open-engine.ts';
import { RunRecorder } from './recorder.ts';

const OPTIONS = {
  case: { kind: 'list', value: 'ID', help: 'only these cases of the kernels' },
  set: {
    kind: 'list',
    value: 'NAME=VALUE',
    help: 'record these parameters instead of the cases; may be given many times',
  },
  list: { kind: 'value', value: 'NAME', help: 'record a list of the kernel instead of its cases' },
  method: { kind: 'value', value: 'cold|steady', help: 'only this way of timing; default: both' },
  again: { kind: 'flag', help: 'measure again what is already recorded' },
  'max-seconds': {
    kind: 'value',
    value: 'N',
    help: 'time limit for the samples of a comparison, in seconds; default 5',
  },
  ...ENGINE_OPTIONS,
} as const;

export const recordVerb = (kernels: Kernels, parts: ServerCoreParts): Invocation =>
  defineVerb({
    name: 'record',
    about: `
Runs all cases of the named kernels, and everything that their recordings contain already, on this machine's GPU: all
variants of a case that end, in one comparison, cold and steady. After each comparison it writes
public/recordings/<gpu>/<kernel>.json, and the GPU's measured limits into ceilings.json beside it. What was recorded with
today's sources is not measured again, so an interrupted recording continues where it stopped. For a list, known-wrong
variants are left out; of variants with the same code and launch only the first is measured. Prints a table for each
comparison; progress and the remaining time go to standard error.

At a place with a cluster, comparisons are spread over as many jobs at once as the place has ("jobs" in gpus.json). One whose
job ended before it (time limit, node failure, preemption, a lost connection) is run again in another job, three times at most.

Exit code: 0; 1 without a GPU, if a comparison fails, or if a variant is wrong that should be right; 130 if interrupted.
Kernels: ${[...kernels.keys()].join(', ')}. Lists: ${listsOf(kernels)}.`,
    operand: 'kernel',
    options: OPTIONS,
    run: async ({ options, operands }) => {
      const named = kernelsNamed(kernels, operands);
      if (!named.ok) return named;
      const seconds = secondsOf(options['max-seconds']);
      if (!seconds.ok) return seconds;
      const terms = { checkout: parts.checkout ?? findCheckout(), maxSeconds: seconds.value, again: options.again };
      return withEngine(options, parts, (engine, place) =>
        new RunRecorder({ engine, place }, kernels, terms).record(named.value, options),
      );
    },
  });

export const record = recordVerb(catalog, { catalog });

/** 'ttc of permute'. */
function listsOf(kernels: Kernels): string {
  const named = [...kernels.values()].flatMap(({ id, lists }) => Object.keys(lists).map(name => `${name} of ${id}`));
  return named.join(', ');
}

function kernelsNamed(kernels: Kernels, ids: readonly string[]): Result<readonly Kernel[], string> {
  if (ids.length === 0) return err(`expected at least one kernel of ${[...kernels.keys()].join(', ')}`);
  const named: Kernel[] = [];
  for (const id of ids) {
    const kernel = kernelNamed(kernels, id);
    if (!kernel.ok) return kernel;
    named.push(kernel.value);
  }
  return ok(named);
}
