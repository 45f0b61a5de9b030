/**
 * `npm run gpu-jobs -- JOB ARGUMENT…`: writes the files that a machine with a GPU needs, and reads what it answered.
 * Without a job it lists all jobs. `cuda/replay/README.md` and `cuda/baselines/README.md` say what to run on the GPU
 * machine in between.
 */
interface Job {
  readonly args: string;
  readonly does: string;
  load(): Promise<{ run(...args: string[]): void | Promise<void> }>;
}

const MACHINE = 'FOLDER GPU DRIVER TOOLKIT DATE';

const JOBS: Readonly<Record<string, Job>> = {
  'replay-write': {
    args: 'FOLDER [PART…]',
    does: 'instructions, matrices, kernels, shared memory, banks, clocks: code, launches and buffers for cuda/replay',
    load: () => import('./gpu-jobs/replay-write.ts'),
  },
  'replay-read': {
    args: MACHINE,
    does: 'their answers, to scripts/replay/evidence',
    load: () => import('./gpu-jobs/replay-read.ts'),
  },
  'counters-read': {
    args: 'FOLDER DRIVER TOOLKIT DATE',
    does: "the profiler's tables of the kernels' cases, to public/recordings",
    load: () => import('./gpu-jobs/counters-read.ts'),
  },
  'tma-write': {
    args: 'FOLDER',
    does: 'copies by the tensor copy engine for tma-dump.cu',
    load: () => import('./gpu-jobs/tma-write.ts'),
  },
  'tma-read': { args: MACHINE, does: 'its answers, to the evidence', load: () => import('./gpu-jobs/tma-read.ts') },
  'bulk-write': {
    args: 'FOLDER',
    does: 'copies out of shared memory for bulk-play.cu',
    load: () => import('./gpu-jobs/bulk-write.ts'),
  },
  'bulk-read': { args: MACHINE, does: 'its answers, to the evidence', load: () => import('./gpu-jobs/bulk-read.ts') },
  'spans-write': {
    args: 'FOLDER',
    does: 'kernels with time stamps for span-play.cpp; needs nvcc',
    load: () => import('./gpu-jobs/spans-write.ts'),
  },
  'spans-read': {
    args: 'FOLDER DRIVER TOOLKIT DATE',
    does: 'what they noted, to public/recordings',
    load: () => import('./gpu-jobs/spans-read.ts'),
  },
  'sass-read': {
    args: 'FOLDER TOOLKIT',
    does: 'disassembled machine code, to public/sass; removes that of PTX that has changed since',
    load: () => import('./gpu-jobs/sass-read.ts'),
  },
  'baselines-write': {
    args: 'FILE [ttc|sizes|models|constants|gemm|gemm-elements]',
    does: "what cuda/baselines compares with; alone: TTC's 57 permutations, those of other sizes, those of models, the first two with plans compiled in, products where each launch waits, products in fp16 and e4m3",
    load: () => import('./gpu-jobs/baselines-write.ts'),
  },
  'baselines-read': {
    args: 'FOLDER',
    does: 'its recordings, to public/recordings',
    load: () => import('./gpu-jobs/baselines-read.ts'),
  },
};

/** What is wrong with a command line, with the usage of its job; null if nothing is wrong. */
export function problemWith(words: readonly string[]): string | null {
  const [name, ...args] = words;
  if (!Object.hasOwn(JOBS, name ?? '')) {
    const lines = Object.entries(JOBS).map(([id, job]) => `  ${`${id} ${job.args}`.padEnd(48)} ${job.does}`);
    return [name === undefined ? 'Jobs:' : `There is no job "${name}". Jobs:`, ...lines].join('\n');
  }
  const needed = JOBS[name].args.split(' ').filter(arg => !arg.startsWith('['));
  if (args.length >= needed.length) return null;
  return `${needed[args.length]} is missing: npm run gpu-jobs -- ${name} ${JOBS[name].args}`;
}

if (import.meta.main) {
  const words = process.argv.slice(2);
  const problem = problemWith(words);
  if (problem === null) await (await JOBS[words[0]].load()).run(...words.slice(1));
  else {
    console.error(problem);
    process.exitCode = 2;
  }
}
