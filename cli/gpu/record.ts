/** `lanescape record`: runs kernels on this machine's GPU, and writes the measurements as files of the page. */

import type { BackstageParts } from '../../server/backstage.ts';
import { findCheckout } from '../../server/checkout.ts';
import { err, ok, type Result } from '../../src/base/result.ts';
import { catalog } from '../../src/kernels/catalog.ts';
import type { Kernel } from '../../src/kernels/kernel.ts';
import { defineVerb, type Invocation } from '../verb.ts';
import { type Kernels, kernelNamed, secondsOf } from './kernel-operand.ts';
import { withEngine } from './open-engine.ts';
import { RunRecorder } from './recorder.ts';
import type { RunEngine } from './run-engine.ts';

const OPTIONS = {
  case: { kind: 'list', value: 'ID', help: 'only these cases of the kernels' },
  set: {
    kind: 'list',
    value: 'NAME=VALUE',
    help: 'record one set of parameters in place of the cases; may be given many times',
  },
  list: { kind: 'value', value: 'NAME', help: 'record a list of the kernel in place of its cases' },
  method: { kind: 'value', value: 'cold|steady', help: 'only this way of timing; both when left out' },
  again: { kind: 'flag', help: 'measure again what is already recorded' },
  'max-seconds': { kind: 'value', value: 'N', help: 'time limit for the samples of a comparison; 5 when left out' },
  'data-dir': { kind: 'value', value: 'DIR', help: 'where builds and history are kept, and a running server is found' },
} as const;

export const recordVerb = (kernels: Kernels, parts: BackstageParts): Invocation =>
  defineVerb({
    name: 'record',
    about: `
Runs all cases of the named kernels, and whatever their recordings have already, on this machine's GPU: all variants of a
case in one comparison, cold and steady. After each it writes public/recordings/<gpu>/<kernel>.json, and what the GPU can do
at most into ceilings.json beside it. What is there of the kernel's sources of today is not measured again, so that an
interrupted recording goes on where it was. Of a list, known-wrong variants are left out, and of those that are launched alike
all but the first. Prints a table for each comparison; progress and the time that is left go to standard error.

Exit code: 0; 1 without a GPU, when a comparison fails or a variant is wrong that should be right; 130 when interrupted.
Kernels: ${[...kernels.keys()].join(', ')}. Lists: ${listsOf(kernels)}.`,
    operand: 'kernel',
    options: OPTIONS,
    run: async ({ options, operands }) => {
      const named = kernelsNamed(kernels, operands);
      if (!named.ok) return named;
      const seconds = secondsOf(options['max-seconds']);
      if (!seconds.ok) return seconds;
      const terms = { checkout: parts.checkout ?? findCheckout(), maxSeconds: seconds.value, again: options.again };
      const work = (engine: RunEngine) => new RunRecorder(engine, kernels, terms).record(named.value, options);
      return withEngine(options['data-dir'], parts, work);
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
