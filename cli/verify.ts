/** `lanescape verify`: emulates every case of the catalog's kernels and compares it with reference and prediction. */

import { err, ok, type Result } from '../src/base/result.ts';
import { catalog } from '../src/kernels/catalog.ts';
import type { Kernel } from '../src/kernels/kernel.ts';
import { type CaseRun, CaseRunner, type CaseVerdict, runsOf } from './case-run.ts';
import { interruptible } from './interrupt.ts';
import { ProgressLine } from './progress-line.ts';
import { textTable } from './table.ts';
import { say, sayJson } from './terminal.ts';
import { defineVerb, INTERRUPTED, JSON_FLAG } from './verb.ts';

export const verify = defineVerb({
  name: 'verify',
  about: `
Runs every case of the named kernels (without names, all kernels) on the emulator, from the shipped PTX, and compares the
output with an independent reference and every lane's addresses with the prediction:

  agrees       output and accesses are as predicted
  differs      an access is not the predicted one
  wrongAnswer  the output is not the reference
  faulted      a check of the emulator found a fault
  refused      the emulator cannot run it

Kernels whose sums are rounded also run some cases on real numbers, which are compared with sums in doubles within a
bound. Cases that only a GPU can run are named below the table, with the parameter that makes them so large.
A known-wrong variant must be found by the check for which it was made. Rows marked with ! are not as they should be.
With --json: {"ok","runs":[{"kernel","variant","case","arch","outcome","expected","at"}]}.
Exit code: 0 if every outcome is the expected one, else 1; 130 if interrupted.
Kernels: ${[...catalog.keys()].join(', ')}.`,
  operand: 'kernel',
  options: {
    arch: { kind: 'list', value: 'SM', help: 'only these architectures, such as sm_90; default: all' },
    json: JSON_FLAG,
  },
  async run({ options, operands }) {
    const kernels = kernelsOf(operands);
    if (!kernels.ok) return kernels;
    const archs = new Set(kernels.value.flatMap(kernel => kernel.archs));
    const unknown = options.arch.find(arch => !archs.has(arch));
    if (unknown !== undefined) return err(`--arch ${unknown}: expected one of ${[...archs].join(', ')}`);
    const verdicts = await verdictsOf(kernels.value, options.arch);
    if (verdicts === 'interrupted') return INTERRUPTED;
    const passed = verdicts.every(verdict => verdict.expected);
    if (options.json) sayJson({ ok: passed, runs: verdicts });
    else say(verdictText(verdicts) + kernels.value.map(tooLargeText).join(''));
    return ok(passed ? 0 : 1);
  },
});

function kernelsOf(ids: readonly string[]): Result<readonly Kernel[], string> {
  const unknown = ids.find(id => !catalog.has(id));
  if (unknown !== undefined) return err(`no kernel '${unknown}'; expected one of ${[...catalog.keys()].join(', ')}`);
  return ok([...catalog.values()].filter(kernel => ids.length === 0 || ids.includes(kernel.id)));
}

const verdictsOf = (kernels: readonly Kernel[], archs: readonly string[]) =>
  interruptible(async interrupted => {
    const runner = new CaseRunner();
    const line = new ProgressLine(process.stderr);
    const verdicts = new Map<CaseRun, CaseVerdict>();
    const runs = [...runsOf(kernels, arch => archs.length === 0 || archs.includes(arch))];
    // The variants of a case share what is expected of it, which is kept for a few cases only.
    const placeOf = ({ kernel, kernelCase }: CaseRun) => kernel.cases.indexOf(kernelCase);
    const byCase = kernels.flatMap(kernel =>
      runs
        .filter(run => run.kernel === kernel)
        .sort((a, b) => placeOf(a) - placeOf(b) || Number(a.onReals) - Number(b.onReals)),
    );
    try {
      for (const run of byCase) {
        const name = `${run.kernel.id} ${run.variant.id} ${run.kernelCase.id}`;
        line.show(() => `${verdicts.size} of ${runs.length} runs; ${name}`);
        verdicts.set(run, await runner.verdictOf(run));
        if (await interrupted()) return 'interrupted';
      }
    } finally {
      line.clear();
    }
    return runs.map(run => verdicts.get(run)!);
  });

/** Architectures with equal results share a row. */
function verdictText(verdicts: readonly CaseVerdict[]): string {
  const rows = new Map<string, { verdict: CaseVerdict; archs: string[] }>();
  for (const verdict of verdicts) {
    const { arch, ...rest } = verdict;
    const row = rows.get(JSON.stringify(rest)) ?? { verdict, archs: [] };
    row.archs.push(arch);
    rows.set(JSON.stringify(rest), row);
  }
  const wrong = verdicts.filter(verdict => !verdict.expected).length;
  return [
    textTable(
      ['', 'kernel', 'variant', 'case', 'outcome', 'arch', 'where'],
      [...rows.values()].map(({ verdict: v, archs }) => [
        v.expected ? '' : '!',
        v.kernel,
        v.variant,
        v.case,
        v.outcome,
        archs.join(' '),
        v.at,
      ]),
    ),
    `\n${verdicts.length - wrong} of ${verdicts.length} runs as expected\n`,
  ].join('');
}

/** '' if the emulator can run all cases. */
function tooLargeText({ id, cases, tooLarge }: Kernel): string {
  const left = cases.flatMap(({ id: name, params }) => {
    const why = tooLarge(params);
    return why === null ? [] : [{ name, why }];
  });
  if (left.length === 0) return '';
  const [{ why }] = left;
  return `${id}: not emulated are ${left.map(({ name }) => name).join(', ')}; ${why.field}: ${why.message}\n`;
}
