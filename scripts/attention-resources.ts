/**
 * `npm run attention-resources`: compiles every version of the attention ladder, and writes what ptxas reports and how many
 * CTAs fit on an SM into `src/kernels/attention/resources.json`.
 */
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ptxFlags } from '../server/toolchain/command-line.ts';
import { nvccCandidates, parseVersion } from '../server/toolchain/find-nvcc.ts';
import { parseResourceUsage } from '../server/toolchain/ptxas-report.ts';
import { KERNEL_FOLDER } from '../server/toolchain/source-tree.ts';
import { buildSpec, sharedBytes, threadsOf } from '../src/kernels/attention/build.ts';
import { kernel } from '../src/kernels/attention/index.ts';
import { schema } from '../src/kernels/attention/params.ts';
import { isKnownWrong, isNarrow, variants } from '../src/kernels/attention/variants.ts';
import { ctasPerSm } from '../src/kernels/occupancy.ts';
import { ARCH, assemble } from './gemm-resources.ts';
import { projectRoot } from './tree.ts';

const PATH = 'src/kernels/attention/resources.json';
const HEAD_DIMS = [64, 128, 256] as const;

const [nvcc] = nvccCandidates();
if (nvcc === undefined) throw new Error('there is no nvcc');
const release = parseVersion(execFileSync(nvcc, ['--version'], { encoding: 'utf8' }));
const versions = variants.filter(({ id }) => !isKnownWrong(id));
const builds = versions.flatMap(({ id: version }) =>
  HEAD_DIMS.map(headDim => schema.parse({ headDim, elementType: isNarrow(version) ? 'e4m3' : 'bf16' }))
    .filter(p => kernel.shortfall(version, p, ARCH) === null)
    .map(p => {
      const { headDim } = p;
      const spec = buildSpec(version, p);
      const { report } = assemble(nvcc, ptxFlags(spec, ARCH), join(projectRoot, KERNEL_FOLDER, spec.source), ARCH);
      const usage = parseResourceUsage(report, spec.entry);
      if (usage === null) throw new Error(`ptxas says nothing of ${version}: ${report}`);
      const { registers, spillStoreBytes, spillLoadBytes } = usage;
      const needs = { threads: threadsOf(version, p), sharedBytes: sharedBytes(version, p), registers };
      return { version, headDim, ...needs, spillBytes: spillStoreBytes + spillLoadBytes, ctasPerSm: ctasPerSm(needs) };
    }),
);
writeFileSync(join(projectRoot, PATH), `${JSON.stringify({ arch: ARCH, nvcc: release, builds }, null, 2)}\n`);
for (const build of builds) process.stdout.write(`${JSON.stringify(build)}\n`);
