/** Finds the kernel that a launch means, and whether its parameters fit the kernel's. */
import { TENSOR_MAP_BYTES } from '../../base/hardware.ts';
import { ELEMENT_BYTES, type Launch, type LaunchParam } from '../../trace/launch.ts';
import type { EntryOutline, KernelName, ModuleOutline } from './module-outline.ts';

/** The kernel of that name, mangled or plain; the only one where no name is given; else null, as for one that was not read. */
export function entryOf({ kernels, entries }: ModuleOutline, name: string | undefined): EntryOutline | null {
  const kernel = kernelOf(kernels, name);
  return entries.find(entry => entry.name === kernel?.name) ?? null;
}

function kernelOf(kernels: readonly KernelName[], name: string | undefined): KernelName | null {
  if (name === undefined) return kernels.length === 1 ? kernels[0] : null;
  const plain = kernels.filter(kernel => kernel.plainName === name || kernel.plainName.split('<', 1)[0] === name);
  return kernels.find(kernel => kernel.name === name) ?? (plain.length === 1 ? plain[0] : null);
}

/** Words that say why the kernel cannot be started with these parameters; null if it can. */
export function launchMisfit({ params }: EntryOutline, launch: Launch): string | null {
  if (params.length !== launch.params.length) {
    return `the kernel takes ${params.length} parameters, the launch has ${launch.params.length}`;
  }
  const at = params.findIndex(({ sizeBytes }, i) => sizeOf(launch.params[i]) !== sizeBytes);
  if (at < 0) return null;
  return `parameter ${at} takes ${params[at].sizeBytes} bytes, the launch has ${sizeOf(launch.params[at])}`;
}

function sizeOf(param: LaunchParam): number {
  if (param.kind === 'scalar') return ELEMENT_BYTES[param.type];
  if (param.kind === 'struct') return param.sizeBytes;
  return 'pass' in param && param.pass === 'value' ? TENSOR_MAP_BYTES : ELEMENT_BYTES.u64;
}
