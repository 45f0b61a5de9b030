/** The launch that was opened last without a program: it goes with the next program that it fits, and waits for that one. */
import { create } from 'zustand';
import type { WorkbenchSource } from '../../contract/workbench-document.ts';
import { entryOf, launchMisfit } from '../../ptx/outline/entry-fit.ts';
import { kernelNameOf } from '../../ptx/outline/kernel-name.ts';
import type { Launch } from '../../trace/launch.ts';
import { readModule } from './module-reading.ts';

/** A launch description that came alone. */
export interface LooseLaunch {
  /** Of its file. */
  readonly name: string;
  readonly launch: Launch;
}

interface LaunchForLater {
  /** Null where none was opened. */
  readonly loose: LooseLaunch | null;
  /** Whether it fitted nothing yet. */
  readonly waits: boolean;
}

export const useLaunchForLater = create<LaunchForLater>()(() => ({ loose: null, waits: false }));

export const forgetLaunch = (): void => useLaunchForLater.setState({ loose: null, waits: false });

/** For a program that comes now; `before`: the launch in sight, which is another one if its user has changed it. */
export function launchForLater(before: Launch | null): Launch | null {
  const { loose, waits } = useLaunchForLater.getState();
  if (loose === null) return null;
  const isOfThisKernel = loose.launch === before && loose.launch.entry !== undefined;
  return waits || isOfThisKernel ? loose.launch : null;
}

/** Whether the program has the kernel that the launch names; where it names none, one with such parameters. */
export async function launchFits({ language, text }: WorkbenchSource, launch: Launch): Promise<boolean> {
  const { entry } = launch;
  // What kernels CUDA has is known when it is compiled: its text tells the name at least.
  if (language === 'cuda') return entry === undefined || text.includes(shortName(entry));
  const outline = await readModule(text, '', entry);
  // The text has a mistake: when that is mended, the form says whether the two fit.
  if (!outline.ok) return true;
  if (entry !== undefined) return entryOf(outline.value, entry) !== null;
  return outline.value.entries.some(kernel => launchMisfit(kernel, launch) === null);
}

/** Without namespaces and template arguments. */
const shortName = (entry: string): string => kernelNameOf(entry).split('<', 1)[0].split('::').at(-1)!.trim();

/** The program that the launch is for. */
export const wordsOfKernel = ({ entry, params }: Launch): string =>
  entry === undefined
    ? `a kernel that takes ${params.length === 1 ? 'one parameter' : `${params.length} parameters`}`
    : `the kernel ${kernelNameOf(entry)}`;
