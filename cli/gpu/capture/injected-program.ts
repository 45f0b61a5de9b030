/** Runs the user's program with the library in it. */
import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import { delimiter, join } from 'node:path';
import { err, ok, type Result } from '../../../src/base/result.ts';

export interface Injection {
  readonly library: string;
  /** The folder of the hook in Python. */
  readonly python: string;
  /** Folder in which the hook leaves PTX. */
  readonly ptx: string;
  /** Requests to the library: variables that begin with LANESCAPE_CAPTURE_. */
  readonly wishes: Readonly<Record<string, string>>;
  /** Whether frameworks are to allocate each tensor by itself. */
  readonly exact: boolean;
}

/** PyTorch and JAX take large pieces of memory and divide them themselves, unless they are told not to. */
const EXACT = { PYTORCH_NO_CUDA_MEMORY_CACHING: '1', XLA_PYTHON_CLIENT_ALLOCATOR: 'platform' };

/** The program's exit code, as a shell gives it: 128 and the number for a signal. */
export async function runInjected(
  [file, ...words]: readonly string[],
  injection: Injection,
): Promise<Result<number, string>> {
  const child = spawn(file, words, { stdio: 'inherit', env: environmentFor(injection, process.env) });
  // Ctrl-C reaches the program, too, and the program decides.
  const ignore = (): void => {};
  process.on('SIGINT', ignore);
  try {
    return await new Promise(resolve => {
      child.once('error', error => resolve(err(`${file} cannot be started: ${error.message}`)));
      child.once('close', (code, signal) => resolve(ok(code ?? 128 + (constants.signals[signal ?? 'SIGKILL'] ?? 0))));
    });
  } finally {
    process.off('SIGINT', ignore);
  }
}

type Environment = Readonly<Record<string, string | undefined>>;

/** Environment of the program; variables that the user has set take precedence. */
export function environmentFor(injection: Injection, environment: Environment): Record<string, string | undefined> {
  const { library, python, ptx, wishes, exact } = injection;
  return {
    // CuPy then gives PTX to the driver, and not machine code.
    CUPY_COMPILE_WITH_PTX: '1',
    // Pallas' Mosaic writes its PTX down when it is told where.
    MOSAIC_GPU_DUMP_TO: join(ptx, 'xla'),
    ...(exact ? EXACT : {}),
    ...environment,
    XLA_FLAGS: xlaFlags(environment.XLA_FLAGS ?? '', ptx),
    PYTHONPATH: [python, ...(environment.PYTHONPATH ? [environment.PYTHONPATH] : [])].join(delimiter),
    CUDA_INJECTION64_PATH: library,
    LANESCAPE_CAPTURE_PTX: ptx,
    ...wishes,
  };
}

/** XLA has no PTX to give either, but writes it down when it is asked to dump, unless the user has it dump elsewhere. */
const xlaFlags = (given: string, ptx: string): string =>
  given.includes('xla_dump_to') ? given : `${given} --xla_dump_to=${join(ptx, 'xla')} --xla_dump_emitter_re=.*`.trim();
