/**
 * The environment of child processes: a short list of variables. nvcc reads flags from `NVCC_APPEND_FLAGS` and
 * `NVCC_PREPEND_FLAGS`, and gcc reads include paths from others, so only what is named here is passed on.
 */
import { delimiter, isAbsolute } from 'node:path';

/**
 * Marks every process of one job, so that processes are found even if they leave the process group or outlive a killed
 * server.
 */
export const JOB_MARKER = 'LANESCAPE_JOB';

type Environment = Readonly<Record<string, string | undefined>>;

/** `folder` becomes the child's home and its place for temporary files. */
export function jobEnvironment(parent: Environment, folder: string, mark: string): Record<string, string> {
  return {
    ...pick(parent, ['LD_LIBRARY_PATH', 'CUDA_VISIBLE_DEVICES']),
    // CUDA's default order is fastest first, so its first device could differ from that of nvidia-smi.
    CUDA_DEVICE_ORDER: 'PCI_BUS_ID',
    PATH: absoluteEntries(parent.PATH),
    HOME: folder,
    TMPDIR: folder,
    LC_ALL: 'C',
    [JOB_MARKER]: mark,
  };
}

/**
 * For `ssh` and the programs of a cluster: the user's home, agent of keys and tickets, and where the cluster's settings
 * are. What they start elsewhere inherits some of it, so nothing else is passed on.
 */
export function userEnvironment(parent: Environment, folder: string, mark: string): Record<string, string> {
  const keys = ['HOME', 'USER', 'LOGNAME', 'SSH_AUTH_SOCK', 'KRB5CCNAME', 'XDG_RUNTIME_DIR', 'SLURM_CONF'];
  return { ...jobEnvironment(parent, folder, mark), ...pick(parent, keys) };
}

/** A browser is the user's own program, so it also gets the display, the session bus and the real home. */
export function desktopEnvironment(parent: Environment): Record<string, string> {
  const desktop = ['HOME', 'DISPLAY', 'WAYLAND_DISPLAY', 'XAUTHORITY', 'DBUS_SESSION_BUS_ADDRESS', 'LANG', 'BROWSER'];
  const session = ['XDG_RUNTIME_DIR', 'XDG_CURRENT_DESKTOP', 'XDG_SESSION_TYPE', 'XDG_DATA_DIRS', 'XDG_CONFIG_DIRS'];
  return { ...pick(parent, [...desktop, ...session]), PATH: absoluteEntries(parent.PATH) };
}

function pick(from: Environment, names: readonly string[]): Record<string, string> {
  return Object.fromEntries(names.flatMap(name => (from[name] === undefined ? [] : [[name, from[name]]])));
}

/** A relative entry would name a program in the job's own folder. */
const absoluteEntries = (path = ''): string => path.split(delimiter).filter(isAbsolute).join(delimiter);
