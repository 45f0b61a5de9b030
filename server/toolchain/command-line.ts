/**
 * nvcc's arguments, made from a kernel's `BuildSpec`; for a user's text, from the architecture alone. Every part that is
 * not a constant is checked here again, although it comes from our own code: nvcc has options that run programs
 * (`-ccbin`, `-run`, `-optf`), so a value that could be read as another argument must be stopped. A wrong value is a bug,
 * and throws.
 */
import { assert } from '../../src/base/assert.ts';
import type { BuildSpec } from '../../src/kernels/kernel.ts';
import { INCLUDE_FOLDER, KERNEL_FOLDER, REPLAY_SOURCE, RUNNER_SOURCE } from './source-tree.ts';

const SOURCE = /^(?:[a-z0-9][a-z0-9_-]*\/)*[a-z0-9][a-z0-9_-]*\.cu$/;
const MACRO = /^[A-Za-z_][A-Za-z0-9_]*$/;
/** An identifier or a number: no space, no quote, no slash, no second argument. */
const MACRO_VALUE = /^-?[A-Za-z0-9_][A-Za-z0-9_.]*$/;
const ARCH = /^sm_\d{2,3}[af]?$/;

/** The file of a user's text, whatever the text's own name is. */
export const SOURCE_FILE = 'source.cu';
export const PTX_FILE = 'kernel.ptx';
export const CUBIN_FILE = 'kernel.cubin';

/** The flags that decide the PTX of a text, with paths relative to the checkout. They are hashed and shown. */
export function sourceFlags(arch: string): string[] {
  assert(ARCH.test(arch), `"${arch}" is an architecture`);
  return ['-ptx', '-O3', '-lineinfo', `-arch=${arch}`, `-I${INCLUDE_FOLDER}`];
}

/** Without this, gcc would show the line that a `#line` names, from whatever file it names. */
export const sourceCommand = (arch: string): string[] => [
  ...sourceFlags(arch),
  '-Xcompiler=-fno-diagnostics-show-caret',
  '-o',
  PTX_FILE,
  SOURCE_FILE,
];

/** The same for a kernel. */
export const ptxFlags = (spec: BuildSpec, arch: string): string[] => [...sourceFlags(arch), ...defines(spec)];

export function ptxCommand(spec: BuildSpec, arch: string): string[] {
  assert(SOURCE.test(spec.source), `"${spec.source}" is a .cu file below ${KERNEL_FOLDER}`);
  return [...ptxFlags(spec, arch), '-o', PTX_FILE, `${KERNEL_FOLDER}/${spec.source}`];
}

export const RUNNER_FILE = 'runner';

/**
 * Builds the GPU process with code for GPUs of these architectures. It loads the driver by itself. One after another:
 * with `--threads`, nvlink of 13.0 at times does not find its files ("Could not read file …_dlink.reg.c"). @param newer of
 * these also PTX, from which the driver of a newer GPU makes its code.
 */
export function runnerCommand(archs: readonly string[], newer: readonly string[]): string[] {
  const code = (arch: string, kind: 'sm' | 'compute'): string => {
    assert(ARCH.test(arch), `"${arch}" is an architecture`);
    return `-gencode=arch=compute_${arch.slice(3)},code=${kind}_${arch.slice(3)}`;
  };
  const codes = [...archs.map(arch => code(arch, 'sm')), ...newer.map(arch => code(arch, 'compute'))];
  return ['-O2', '-std=c++17', ...codes, `-I${INCLUDE_FOLDER}`, '-o', RUNNER_FILE, RUNNER_SOURCE, '-ldl'];
}

export const REPLAY_FILE = 'replay';

/** Builds the program that starts captured launches: for the processor alone. */
export const replayCommand = (): string[] => ['-O2', '-std=c++17', '-o', REPLAY_FILE, REPLAY_SOURCE, '-ldl'];

/** Assembles the PTX of the first step, to get the report of ptxas. */
export function cubinCommand(arch: string): string[] {
  assert(ARCH.test(arch), `"${arch}" is an architecture`);
  return ['-cubin', '-Xptxas=-v', `-arch=${arch}`, '-o', CUBIN_FILE, PTX_FILE];
}

/** Compiles directly to machine code, for kernels whose PTX is not needed. */
export function kernelCubinCommand(spec: BuildSpec, arch: string): string[] {
  assert(ARCH.test(arch), `"${arch}" is an architecture`);
  assert(SOURCE.test(spec.source), `"${spec.source}" is a .cu file below ${KERNEL_FOLDER}`);
  const flags = ['-cubin', '-O3', `-arch=${arch}`, `-I${INCLUDE_FOLDER}`, ...defines(spec)];
  return [...flags, '-o', CUBIN_FILE, `${KERNEL_FOLDER}/${spec.source}`];
}

/** Assembles a PTX with the lines of its source: machine code for people to read. */
export function listedCubinCommand(arch: string): string[] {
  assert(ARCH.test(arch), `"${arch}" is an architecture`);
  return ['-cubin', '-lineinfo', `-arch=${arch}`, '-o', CUBIN_FILE, PTX_FILE];
}

function defines(spec: BuildSpec): string[] {
  return Object.entries(spec.defines).map(([name, value]) => {
    assert(MACRO.test(name), `"${name}" is a macro name`);
    assert(MACRO_VALUE.test(String(value)), `"${value}" is an identifier or a number`);
    return `-D${name}=${value}`;
  });
}
