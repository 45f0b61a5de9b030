/**
 * nvcc's arguments, made from a kernel's `BuildSpec` or, for a text, from nothing but the architecture. Every part that is not a constant is checked
 * again here, although it comes from our own code: nvcc takes options that run programs (`-ccbin`, `-run`, `-optf`), so a
 * value that could be read as another argument must not get this far. A breach is a bug, and throws.
 */
import { assert } from '../../src/base/assert.ts';
import type { BuildSpec } from '../../src/kernels/kernel.ts';
import { INCLUDE_FOLDER, KERNEL_FOLDER, RUNNER_SOURCE } from './source-tree.ts';

const SOURCE = /^(?:[a-z0-9][a-z0-9_-]*\/)*[a-z0-9][a-z0-9_-]*\.cu$/;
const MACRO = /^[A-Za-z_][A-Za-z0-9_]*$/;
/** An identifier or a number: no blank, no quote, no slash, no second argument. */
const MACRO_VALUE = /^-?[A-Za-z0-9_][A-Za-z0-9_.]*$/;
const ARCH = /^sm_\d{2,3}[af]?$/;

/** A text's, whatever name it came with. */
export const SOURCE_FILE = 'source.cu';
export const PTX_FILE = 'kernel.ptx';
export const CUBIN_FILE = 'kernel.cubin';

/** What decides the PTX of a text, paths relative to the checkout: these are hashed and shown. */
export function sourceFlags(arch: string): string[] {
  assert(ARCH.test(arch), `"${arch}" is an architecture`);
  return ['-ptx', '-O3', '-lineinfo', `-arch=${arch}`, `-I${INCLUDE_FOLDER}`];
}

/** gcc would show the line that a `#line` names, out of whatever file that names. */
export const sourceCommand = (arch: string): string[] => [
  ...sourceFlags(arch),
  '-Xcompiler=-fno-diagnostics-show-caret',
  '-o',
  PTX_FILE,
  SOURCE_FILE,
];

/** The same of a kernel. */
export const ptxFlags = (spec: BuildSpec, arch: string): string[] => [...sourceFlags(arch), ...defines(spec)];

export function ptxCommand(spec: BuildSpec, arch: string): string[] {
  assert(SOURCE.test(spec.source), `"${spec.source}" is a .cu file below ${KERNEL_FOLDER}`);
  return [...ptxFlags(spec, arch), '-o', PTX_FILE, `${KERNEL_FOLDER}/${spec.source}`];
}

export const RUNNER_FILE = 'runner';

/** The GPU process, for the architecture of the GPU that it will serve. It loads the driver by itself. */
export function runnerCommand(arch: string): string[] {
  assert(ARCH.test(arch), `"${arch}" is an architecture`);
  return ['-O2', '-std=c++17', `-arch=${arch}`, `-I${INCLUDE_FOLDER}`, '-o', RUNNER_FILE, RUNNER_SOURCE, '-ldl'];
}

/** Assembles the PTX that the first step made, to learn what ptxas says of it. */
export function cubinCommand(arch: string): string[] {
  assert(ARCH.test(arch), `"${arch}" is an architecture`);
  return ['-cubin', '-Xptxas=-v', `-arch=${arch}`, '-o', CUBIN_FILE, PTX_FILE];
}

/** Straight to machine code, which nobody reads. */
export function kernelCubinCommand(spec: BuildSpec, arch: string): string[] {
  assert(ARCH.test(arch), `"${arch}" is an architecture`);
  assert(SOURCE.test(spec.source), `"${spec.source}" is a .cu file below ${KERNEL_FOLDER}`);
  const flags = ['-cubin', '-O3', `-arch=${arch}`, `-I${INCLUDE_FOLDER}`, ...defines(spec)];
  return [...flags, '-o', CUBIN_FILE, `${KERNEL_FOLDER}/${spec.source}`];
}

/** Of a PTX, with the lines of the source that it names: machine code to be read. */
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
