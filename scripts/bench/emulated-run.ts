/** Times one launch on the emulator. */
import type { EmulationOptions } from '../../src/ptx/emulation.ts';
import { startEmulation } from '../../src/ptx/index.ts';
import type { Module } from '../../src/ptx/parse/ast.ts';
import type { Launch } from '../../src/trace/launch.ts';

/** Processor time in ms. Throws if the launch does not run to its end. */
export function processorMs(module: Module, launch: Launch, options: EmulationOptions): number {
  const emulation = startEmulation(module, launch, options);
  if (!emulation.ok) throw new Error(`${emulation.error.field}: ${emulation.error.message}`);
  const before = process.cpuUsage();
  emulation.value.run(Number.POSITIVE_INFINITY);
  const { user, system } = process.cpuUsage(before);
  const { ok, faults } = emulation.value.result();
  if (!ok) throw new Error(faults[0]?.message);
  return (user + system) / 1000;
}
