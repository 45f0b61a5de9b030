/** `lanescape capture`: runs a program on this machine's GPU and writes chosen launches of its kernels down. */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { findCheckout } from '../../../server/checkout.ts';
import { findProgram } from '../../../server/exec/containment.ts';
import { defaultDataFolder } from '../../../server/runs/data-folder.ts';
import { err, ok, type Result } from '../../../src/base/result.ts';
import { complain, say, sayJson } from '../../terminal.ts';
import { defineVerb, JSON_FLAG, type Outcome, type VerbProblem } from '../../verb.ts';
import { type Injection, runInjected } from './injected-program.ts';
import { launchTable, listedKernels } from './launch-table.ts';
import { builtLibrary } from './library.ts';
import { captureRecord, captureText, writtenCaptures } from './report.ts';
import { keepSources } from './sources.ts';
import { findCaptureToolkit } from './toolkit.ts';

const OPTIONS = {
  kernel: {
    kind: 'value',
    value: 'PATTERN',
    help: "a part of the kernel's name, mangled or plain, or the whole with * and ?; default: every kernel",
  },
  nth: { kind: 'value', value: 'N', help: 'which launch of each kernel; default 1, the first' },
  device: { kind: 'value', value: 'N', help: 'count launches of this GPU alone, as the program numbers them, from 0' },
  out: { kind: 'value', value: 'FOLDER', help: 'where captures go, a new or empty folder; default lanescape-captures' },
  'max-bytes': { kind: 'value', value: 'N', help: 'device memory to copy in all; default 268435456, 256 MiB' },
  exact: { kind: 'flag', help: 'PyTorch and JAX allocate each tensor by itself, so that its bounds are known; slower' },
  'no-source': {
    kind: 'flag',
    help: "do not keep the source files that the PTX's line table names",
  },
  list: { kind: 'flag', help: 'write no capture: list kernels with launches, times and sizes' },
  json: JSON_FLAG,
} as const;

interface Wish {
  readonly kernel: string | undefined;
  readonly nth: string | undefined;
  readonly device: string | undefined;
  readonly out: string | undefined;
  readonly 'max-bytes': string | undefined;
  readonly exact: boolean;
  readonly 'no-source': boolean;
  readonly list: boolean;
  readonly json: boolean;
}

export const capture = defineVerb({
  name: 'capture',
  about: `
lanescape capture [options] -- COMMAND [ARGUMENT…]

Runs a program on this machine's GPU and writes, for chosen kernel launches, what they were: grid, parameters, PTX, and the
device memory that they reach, before and after. Works for anything that launches through the CUDA driver: CUDA C++, PyTorch,
Triton, CuPy, Numba. What is written holds your data; the command line and the environment are not in it.
It opens without a GPU: lanescape emulate --capture FOLDER.

Exit code: that of the program; 1 if it ended with 0 and no launch was captured; 3 where there is no GPU, no CUPTI, or no
C++ compiler.`,
  operand: 'COMMAND',
  options: OPTIONS,
  async run({ options, operands }) {
    const wishes = wishesOf(options);
    if (!wishes.ok) return wishes;
    if (operands.length === 0) return err('no command given; expected lanescape capture [options] -- COMMAND');
    const library = libraryHere();
    if (!library.ok) return library;
    const scratch = mkdtempSync(join(tmpdir(), 'lanescape-capture-'));
    try {
      const python = join(findCheckout(), 'cuda/capture/python');
      const shared = { library: library.value, python, ptx: join(scratch, 'ptx'), exact: options.exact };
      mkdirSync(shared.ptx);
      return options.list
        ? await list(operands, { ...shared, wishes: {} }, scratch, options.json)
        : await write(operands, { ...shared, wishes: wishes.value }, options);
    } finally {
      rmSync(scratch, { recursive: true, force: true });
    }
  },
});

/** Options as the library reads them (`cuda/capture/options.hpp`). */
function wishesOf(options: Wish): Result<Record<string, string>, string> {
  const wishes: Record<string, string> = {};
  for (const name of ['nth', 'max-bytes'] as const) {
    const given = options[name];
    if (given === undefined) continue;
    if (!/^[1-9]\d{0,14}$/.test(given)) return err(`--${name} ${given}: expected a whole number from 1`);
    wishes[`LANESCAPE_CAPTURE_${name.replace('-', '_').toUpperCase()}`] = given;
  }
  if (options.device !== undefined) {
    if (!/^\d{1,3}$/.test(options.device))
      return err(`--device ${options.device}: expected the number of a GPU, from 0`);
    wishes.LANESCAPE_CAPTURE_DEVICE = options.device;
  }
  if (options.kernel !== undefined) wishes.LANESCAPE_CAPTURE_KERNEL = options.kernel;
  return ok(wishes);
}

function libraryHere(): Result<string, VerbProblem> {
  const refuse = (message: string): Result<never, VerbProblem> => err({ message, exitCode: 3 });
  const toolkit = findCaptureToolkit();
  if (!toolkit.ok) return refuse(toolkit.error);
  if (!hasGpu())
    return refuse('there is no NVIDIA GPU on this machine (nvidia-smi lists none): nothing can be captured');
  const sources = join(findCheckout(), 'cuda/capture');
  if (!existsSync(sources))
    return refuse(`the sources of the capture library are not in ${sources}: copy cuda/capture of a checkout there`);
  const library = builtLibrary(sources, join(defaultDataFolder(), 'capture'), toolkit.value);
  return library.ok ? library : refuse(library.error);
}

function hasGpu(): boolean {
  const smi = findProgram('nvidia-smi');
  if (smi === null) return false;
  const listed = spawnSync(smi, ['-L'], { encoding: 'utf8' });
  return listed.status === 0 && listed.stdout.includes('GPU');
}

async function list(
  command: readonly string[],
  injection: Injection,
  scratch: string,
  asJson: boolean,
): Promise<Outcome> {
  const folder = join(scratch, 'list');
  mkdirSync(folder);
  const ended = await runInjected(command, {
    ...injection,
    wishes: { LANESCAPE_CAPTURE_LIST: join(folder, 'launches') },
  });
  if (!ended.ok) return ended;
  const kernels = listedKernels(folder);
  if (asJson) sayJson(kernels);
  else if (kernels.length > 0) say(launchTable(kernels));
  else complain('lanescape: the program launched no kernel\n');
  return ok(ended.value);
}

async function write(command: readonly string[], injection: Injection, options: Wish): Promise<Outcome> {
  const { out = 'lanescape-captures' } = options;
  const folder = emptyFolder(out);
  if (!folder.ok) return folder;
  const wishes = { ...injection.wishes, LANESCAPE_CAPTURE_FOLDER: resolve(out) };
  const ended = await runInjected(command, { ...injection, wishes });
  if (!ended.ok) return ended;
  const written = writtenCaptures(out);
  if (!written.ok) return written;
  const captures = options['no-source'] ? written.value : written.value.map(each => keepSources(each));
  if (options.json) sayJson(captures.map(captureRecord));
  else if (captures.length > 0) say(captureText(captures, options.exact));
  if (captures.length > 0) return ok(ended.value);
  const which = options.kernel === undefined ? '' : ` that is named like '${options.kernel}'`;
  complain(`lanescape: no launch was captured: the program made none${which}; --list shows what it launches\n`);
  return ok(ended.value === 0 ? 1 : ended.value);
}

function emptyFolder(out: string): Result<string, string> {
  try {
    mkdirSync(out, { recursive: true, mode: 0o700 });
    if (readdirSync(out).length === 0) return ok(out);
    return err(`--out ${out}: the folder is not empty; expected a new or empty one`);
  } catch (error) {
    return err(`--out ${out}: ${(error as Error).message}`);
  }
}
