/**
 * `node scripts/record.ts KERNEL… [--case ID] [--params JSON] [--again]`: runs the named kernels on this machine's GPU, all
 * variants of a case in one comparison, cold and steady, and writes what was measured below `public/recordings`. What is
 * there already is not measured again, so an interrupted run goes on where it was; `--again` replaces it. `--params` gives
 * one set of parameters in place of the cases.
 */
import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { type Backstage, openBackstage } from '../server/backstage.ts';
import type { RunEvent, RunRequest } from '../src/contract/run.ts';
import { TIMING_METHODS, type TimingMethod } from '../src/contract/run-job.ts';
import { catalog } from '../src/kernels/catalog.ts';
import type { Kernel, Params } from '../src/kernels/kernel.ts';
import {
  addToRecording,
  comparisonText,
  indexPath,
  indexText,
  isSameRun,
  readRecording,
  recordingPath,
} from './record/recording.ts';
import { projectRoot } from './tree.ts';

const MAX_SECONDS = 10;

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: { case: { type: 'string' }, params: { type: 'string' }, again: { type: 'boolean' } },
});

function parameterSets(kernel: Kernel): Params[] {
  if (options.params !== undefined) return [kernel.schema.parse(JSON.parse(options.params))];
  const cases = kernel.cases.filter(({ id }) => options.case === undefined || id === options.case);
  return cases.map(({ params }) => kernel.schema.parse(params));
}

function ableVariants(backstage: Backstage, kernel: Kernel, params: Params): string[] {
  const arch = backstage.machine.gpus[0]?.arch ?? '';
  const archs = [arch, `${arch}a`].filter(name => kernel.archs.includes(name));
  const isAble = (id: string): boolean =>
    kernel.refusal(id, params) === null && archs.some(name => kernel.shortfall(id, params, name) === null);
  return kernel.variants.map(({ id }) => id).filter(isAble);
}

/** The last event, which says how it ended. A variant that faults ends the comparison: the others are compared without it. */
async function compare(backstage: Backstage, kernel: Kernel, params: Params, method: TimingMethod) {
  let variants = ableVariants(backstage, kernel, params);
  for (;;) {
    const request = { kernel: kernel.id, variants, params, method, maxSeconds: MAX_SECONDS };
    const last = await lastEventOf(backstage, request);
    if (last?.stage !== 'failed' || last.at !== 'cuda' || last.variant === null || variants.length === 1) return last;
    process.stdout.write(`${last.variant} left out: ${last.message}\n`);
    variants = variants.filter(id => id !== last.variant);
  }
}

async function lastEventOf(backstage: Backstage, request: RunRequest): Promise<RunEvent | null> {
  let last: RunEvent | null = null;
  const onEvent = (event: RunEvent): void => {
    last = event;
  };
  const admitted = await backstage.runs.submit(request, { onEvent, signal: new AbortController().signal });
  if (!admitted.ok) throw new Error(admitted.error.kind === 'badInput' ? admitted.error.message : admitted.error.kind);
  await admitted.value.end;
  return last;
}

async function record(backstage: Backstage, kernel: Kernel): Promise<void> {
  const path = recordingPath(projectRoot, backstage.machine.gpus[0]?.name ?? '', kernel.id);
  for (const params of parameterSets(kernel)) {
    for (const method of TIMING_METHODS) {
      const title = `${kernel.id} ${JSON.stringify(params)} ${method}`;
      const isThere = readRecording(path).some(known => isSameRun(known, params, method));
      if (isThere && !options.again) continue;
      const last = await compare(backstage, kernel, params, method);
      if (last?.stage === 'failed')
        process.stdout.write(`${title}: failed at ${last.at}: ${last.message}\n${last.diagnostics}\n`);
      if (last?.stage !== 'done') continue;
      const records = last.runs.map(run => run.record);
      addToRecording(path, records);
      writeFileSync(indexPath(projectRoot), indexText(projectRoot));
      process.stdout.write(`${title}\n${comparisonText(records)}`);
    }
  }
}

const kernels = positionals.map(id => {
  const kernel = catalog.get(id);
  if (kernel === undefined) throw new Error(`no kernel '${id}'; expected ${[...catalog.keys()].join(', ')}`);
  return kernel;
});
const backstage = await openBackstage({}, { catalog });
try {
  if (backstage.machine.gpus.length === 0) process.stdout.write('no GPU: nothing can be recorded\n');
  else for (const kernel of kernels) await record(backstage, kernel);
} finally {
  await backstage.close();
}
