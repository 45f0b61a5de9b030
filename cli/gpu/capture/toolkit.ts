/**
 * Finds the tools to build the library of `cuda/capture`: a C++ compiler, the headers of CUDA and CUPTI, and CUPTI
 * itself.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, realpathSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { findProgram } from '../../../server/exec/containment.ts';
import { nvccCandidates } from '../../../server/toolchain/find-nvcc.ts';
import { err, ok, type Result } from '../../../src/base/result.ts';

export interface CaptureToolkit {
  readonly compiler: string;
  readonly includes: readonly string[];
  /** The file of the library. */
  readonly cupti: string;
}

/** Folders of one installation, whose headers and libraries belong together. */
type Installation = readonly string[];

/** Tools to build a program on the CUDA driver. */
export type DriverToolkit = Pick<CaptureToolkit, 'compiler' | 'includes'>;

/** The same without CUPTI, for what only calls the driver. */
export function findDriverToolkit(
  installations: readonly Installation[] = usualPlaces(),
): Result<DriverToolkit, string> {
  const compiler = findProgram('g++') ?? findProgram('clang++');
  if (compiler === null) return err('there is no C++ compiler (g++ or clang++) on this machine, to build the replay');
  const includes = installations.flatMap(folders => includeWith(folders, 'cuda.h') ?? []);
  if (includes.length > 0) return ok({ compiler, includes: [includes[0]] });
  return err(
    "cuda.h is not on this machine: it comes with NVIDIA's CUDA toolkit, and with pip install nvidia-cuda-runtime",
  );
}

/** The error is one sentence: what is missing, and where it comes from. */
export function findCaptureToolkit(
  installations: readonly Installation[] = usualPlaces(),
): Result<CaptureToolkit, string> {
  const compiler = findProgram('g++') ?? findProgram('clang++');
  if (compiler === null)
    return err('there is no C++ compiler (g++ or clang++) on this machine, to build the capture library');
  for (const folders of installations) {
    const cuptiHeader = includeWith(folders, 'cupti.h');
    const cudaHeader = includeWith(folders, 'cuda.h');
    const cupti = libraryIn(folders);
    if (cuptiHeader !== null && cudaHeader !== null && cupti !== null)
      return ok({ compiler, includes: [...new Set([cuptiHeader, cudaHeader])], cupti });
  }
  return err(
    "CUPTI (cupti.h, cuda.h and libcupti.so) is not on this machine: it comes with NVIDIA's CUDA toolkit, and with pip install nvidia-cuda-cupti nvidia-cuda-runtime",
  );
}

function usualPlaces(): Installation[] {
  const toolkits = nvccCandidates().map(path => [dirname(dirname(realpathSync(path)))]);
  return [...toolkits, ['/usr'], ...pythonPlaces()];
}

/** Python's packages: CUDA 13 has one folder `nvidia/cu13`, CUDA 12 one for each part. */
function pythonPlaces(): Installation[] {
  const python = findProgram('python3');
  if (python === null) return [];
  const asked = spawnSync(python, ['-c', 'import sysconfig; print(sysconfig.get_paths()["purelib"])'], {
    encoding: 'utf8',
  });
  const parent = join(asked.stdout.trim(), 'nvidia');
  if (asked.status !== 0 || !existsSync(parent)) return [];
  const names = readdirSync(parent);
  const whole = names.filter(name => /^cu\d+$/.test(name)).map(name => [join(parent, name)]);
  return [...whole, names.map(name => join(parent, name))];
}

/** Debian's own packages of CUDA have the last. */
const LIBRARIES = ['lib64', 'lib', 'lib/x86_64-linux-gnu'];
const TARGETS = ['.', 'extras/CUPTI', 'targets/x86_64-linux', 'targets/sbsa-linux'];

function includeWith(folders: Installation, header: string): string | null {
  const places = folders.flatMap(folder => TARGETS.map(target => join(folder, target, 'include')));
  return places.find(place => existsSync(join(place, header))) ?? null;
}

function libraryIn(folders: Installation): string | null {
  for (const folder of folders) {
    for (const place of TARGETS.flatMap(target => LIBRARIES.map(each => join(folder, target, each)))) {
      const names = existsSync(place) ? readdirSync(place) : [];
      const name = names.filter(each => /^libcupti\.so(\.\d+)*$/.test(each)).sort()[0];
      if (name !== undefined) return join(place, name);
    }
  }
  return null;
}
