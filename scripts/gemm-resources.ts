/**
 * `npm run gemm-resources`: compiles every build of the GEMM ladder, and writes what ptxas reports and how many CTAs fit
 * on an SM into `src/kernels/gemm/resources.json`.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ptxFlags } from '../server/toolchain/command-line.ts';
import { nvccCandidates, parseVersion } from '../server/toolchain/find-nvcc.ts';
import { parseResourceUsage } from '../server/toolchain/ptxas-report.ts';
import { KERNEL_FOLDER } from '../server/toolchain/source-tree.ts';
import { buildSpec, type GemmBuild, sharedBytes, threadsOf } from '../src/kernels/gemm/build.ts';
import { BUILDS } from '../src/kernels/gemm/builds.ts';
import { ctasPerSm } from '../src/kernels/occupancy.ts';
import { projectRoot } from './tree.ts';

export const ARCH = 'sm_90a';
export const RESOURCES_PATH = 'src/kernels/gemm/resources.json';

export interface Assembled {
  readonly ptx: string;
  /** Output of ptxas, warnings included. */
  readonly report: string;
}

export const assembleBuild = (nvcc: string, build: GemmBuild, arch = ARCH): Assembled => {
  const spec = buildSpec(build);
  return assemble(nvcc, ptxFlags(spec, arch), join(projectRoot, KERNEL_FOLDER, spec.source), arch);
};

/** @param flags of the first step, from source to PTX. */
export function assemble(nvcc: string, flags: readonly string[], source: string, arch: string): Assembled {
  const folder = mkdtempSync(join(tmpdir(), 'lanescape-gemm-'));
  const path = join(folder, 'gemm.ptx');
  try {
    execFileSync(nvcc, [...flags, '-o', path, source], { cwd: projectRoot });
    const argv = ['-cubin', '-Xptxas=-v', `-arch=${arch}`, '-o', join(folder, 'gemm.cubin'), path];
    const { status, stdout, stderr } = spawnSync(nvcc, argv, { encoding: 'utf8' });
    if (status !== 0) throw new Error(stderr);
    return { ptx: readFileSync(path, 'utf8'), report: stdout + stderr };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

export function resourcesOf(build: GemmBuild, report: string) {
  const usage = parseResourceUsage(report, buildSpec(build).entry);
  if (usage === null) throw new Error(`ptxas says nothing of ${build.version}: ${report}`);
  const { registers, spillStoreBytes, spillLoadBytes } = usage;
  const needs = { threads: threadsOf(build), sharedBytes: sharedBytes(build), registers };
  return { ...build, ...needs, spillBytes: spillStoreBytes + spillLoadBytes, ctasPerSm: ctasPerSm(needs) };
}

if (import.meta.main) {
  const [nvcc] = nvccCandidates();
  if (nvcc === undefined) throw new Error('there is no nvcc');
  const release = parseVersion(execFileSync(nvcc, ['--version'], { encoding: 'utf8' }));
  const builds = BUILDS.map(build => resourcesOf(build, assembleBuild(nvcc, build).report));
  writeFileSync(
    join(projectRoot, RESOURCES_PATH),
    `${JSON.stringify({ arch: ARCH, nvcc: release, builds }, null, 2)}\n`,
  );
  for (const { version, tileM, tileN, stages, ...rest } of builds)
    console.log(
      `${version} ${tileM}x${tileN} s${stages}: ${rest.registers} registers, ${rest.spillBytes} B spilled, ${rest.sharedBytes} B shared, ${rest.ctasPerSm} per SM`,
    );
}
