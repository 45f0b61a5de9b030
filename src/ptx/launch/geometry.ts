/** Is the launch one that a GPU would accept? Entry, grid, block, shared bytes, chosen CTAs. */
import { assert } from '../../base/assert.ts';
import { MAX_CTA_THREADS, mostSharedBytes } from '../../base/hardware.ts';
import type { Dim3, Launch } from '../../trace/launch.ts';
import { ctaBytes, type Program } from '../machine/program.ts';
import { readMangledName } from '../outline/mangled-name.ts';
import type { Module, PtxFunction } from '../parse/ast.ts';
import { LaunchRefusal } from './launch-error.ts';

/** The entry of that name, which has been read. */
export function chooseEntry(module: Module, name: string | undefined): PtxFunction {
  const entries = module.functions.filter(f => f.kind === 'entry');
  const names = entries.map(e => e.name);
  const fits = entriesNamed(names, name);
  if (fits.length === 1) {
    const entry = entries.find(e => e.name === fits[0])!;
    assert(!entry.unread, 'a module is read for the launch that it runs');
    return entry;
  }
  const listed = names.map(shortName).join(', ') || 'none';
  if (name === undefined) {
    throw new LaunchRefusal(`the module has ${entries.length} kernels (${listed}); name one`, 'entry');
  }
  const why = fits.length === 0 ? `no kernel '${name}'` : `${fits.length} kernels '${name}'`;
  throw new LaunchRefusal(`the module has ${why}; its kernels: ${listed}`, 'entry');
}

/** For the parser: the kernel that a launch asks for; null if none fits, or if several do. */
export const launchedEntry =
  (name: string | undefined) =>
  (entries: readonly string[]): string | null => {
    const fits = entriesNamed(entries, name);
    return fits.length === 1 ? fits[0] : null;
  };

/** The mangled name, or all that are so in plain words; without a name every entry that does something. */
function entriesNamed(entries: readonly string[], name: string | undefined): readonly string[] {
  if (name === undefined) return entries.length === 1 ? entries : entries.filter(entry => !EMPTY_KERNEL.test(entry));
  if (entries.includes(name)) return [name];
  const wanted = spelling(name);
  return entries.filter(entry => [plainName(entry), spelling(readMangledName(entry).plain)].includes(wanted));
}

/** CUB leaves a kernel without code in each module, to ask the driver about it. */
const EMPTY_KERNEL = /^_ZN3cub.*11EmptyKernelIvEEvv$/;

/** The name of a kernel in a list: plain where it tells more than the mangled one. */
const shortName = (name: string): string => readMangledName(name).plain;

/** A name as people write it: `ns::tile<ns::Op, 4>` -> `tile<Op,4>`. */
const spelling = (name: string): string =>
  name
    .replaceAll(' ', '')
    .split(/([<>,()&*])/)
    .map(part => part.slice(part.lastIndexOf('::') + 1).replace(/^:/, ''))
    .join('');

/** `_Z9transposePfPKfii` -> `transpose`; names inside namespaces (`_ZN3foo3barE…`) -> `bar`. */
function plainName(mangled: string): string {
  let rest = /^_ZN?/.exec(mangled) ? mangled.replace(/^_ZN?/, '') : '';
  let name = mangled;
  for (let digits = /^\d+/.exec(rest); digits; digits = /^\d+/.exec(rest)) {
    const start = digits[0].length;
    name = rest.slice(start, start + Number(digits[0]));
    rest = rest.slice(start + Number(digits[0]));
    if (!mangled.startsWith('_ZN')) break;
  }
  return name;
}

const LARGEST_GRID: Dim3 = [2 ** 31 - 1, 65535, 65535];
const LARGEST_BLOCK: Dim3 = [1024, 1024, 64];

export function checkGeometry(entry: PtxFunction, launch: Launch): void {
  checkSizes(launch.grid, LARGEST_GRID, 'grid');
  checkSizes(launch.block, LARGEST_BLOCK, 'block');
  const threads = volume(launch.block);
  if (threads > MAX_CTA_THREADS)
    throw new LaunchRefusal(`${threads} threads; a CTA has at most ${MAX_CTA_THREADS}`, 'block');
  const required = entry.performance.get('reqntid');
  if (required?.some((n, i) => n !== launch.block[i])) {
    throw new LaunchRefusal(`'${entry.name}' requires blocks of ${required.join(' x ')}`, 'block');
  }
  const most = entry.performance.get('maxntid');
  if (most && threads > most.reduce((a, b) => a * b, 1)) {
    throw new LaunchRefusal(`'${entry.name}' allows at most ${most.join(' x ')} threads`, 'block');
  }
  const dynamic = launch.dynamicSharedBytes ?? 0;
  if (!Number.isSafeInteger(dynamic) || dynamic < 0) {
    throw new LaunchRefusal(`${dynamic}: expected a count of bytes`, 'dynamicSharedBytes');
  }
}

/** Most local bytes of a thread (CUDA C++ Programming Guide, technical specifications). */
const MOST_LOCAL_BYTES = 512 * 1024;

/** Most memory that the emulator gives to the registers and stacks of one CTA. */
const MOST_CTA_BYTES = 2 ** 29;

/** Checks the memory that the kernel needs for each CTA and thread, which is known once it is decoded. */
export function checkMemory(module: Module, launch: Launch, program: Program): void {
  const { entry, dynamicSharedOffset, localBytes } = program;
  const dynamic = launch.dynamicSharedBytes ?? 0;
  const most = mostSharedBytes(module.target);
  const bytes = dynamicSharedOffset + dynamic;
  if (bytes > most) {
    const parts = dynamicSharedOffset === 0 ? '' : ` (${dynamicSharedOffset} static, ${dynamic} dynamic)`;
    const message = `a CTA needs ${bytes} bytes of shared memory${parts}, ${bytes - most} more than the ${most} of ${module.target}`;
    throw new LaunchRefusal(message, 'dynamicSharedBytes');
  }
  if (localBytes > MOST_LOCAL_BYTES) {
    const message = `'${entry.name}' needs ${localBytes} bytes of stack; a thread has ${MOST_LOCAL_BYTES}`;
    throw new LaunchRefusal(message, 'entry');
  }
  const taken = ctaBytes(program, Math.ceil(volume(launch.block) / 32), 0);
  if (taken > MOST_CTA_BYTES) {
    const message = `a CTA of '${entry.name}' needs ${taken} bytes for registers and stacks; the emulator has ${MOST_CTA_BYTES}`;
    throw new LaunchRefusal(message, 'block');
  }
}

export function checkedSharedBase(bytes = 0): number {
  const isPlace = Number.isInteger(bytes) && bytes >= 0 && bytes % 16 === 0 && bytes < 2 ** 24;
  if (!isPlace) throw new LaunchRefusal(`${bytes}: expected a multiple of 16 below 16 MiB`, 'sharedBaseBytes');
  return bytes;
}

function checkSizes(sizes: Dim3, largest: Dim3, field: 'grid' | 'block'): void {
  sizes.forEach((size, i) => {
    if (!Number.isInteger(size) || size < 1 || size > largest[i]) {
      throw new LaunchRefusal(`${size}: expected 1 to ${largest[i]}`, `${field}[${i}]`);
    }
  });
}

const volume = (size: Dim3): number => size[0] * size[1] * size[2];
