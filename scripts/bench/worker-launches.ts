/**
 * How long a person waits in a browser for whole launches of the largest kernels here: from PTX text to the answer of a worker that
 * starts for it, in a page of its own each time. Output: not traced, not checked. Inspected: all CTAs traced, checked and judged.
 *
 * attention: 256 queries, 352 keys, heads of 128, the size of FlashAttention-3's two tiles; gemm: one CTA, a tile of 128 x 256, K = 1024 in
 * steps of 64, as CUTLASS has it.
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'vite';
import type { Result } from '../../src/base/result.ts';
import { kernel as attention } from '../../src/kernels/attention/index.ts';
import { kernel as gemm } from '../../src/kernels/gemm/index.ts';
import type { Launch } from '../../src/trace/launch.ts';
import { launchBrowser, serveDist } from '../browser.ts';
import { row, type TimingRow } from '../page-timing.ts';
import { projectRoot } from '../tree.ts';

type Ask = (
  slot: string,
  job: object,
  onProgress: () => void,
  signal: AbortSignal,
) => Promise<Result<{ readonly cut?: string | null }, { readonly message: string }>>;

/** What `client-page.ts` gives a page. Its own types are those of a page, which this program is not. */
declare const client: { readonly emulateGrid: Ask; readonly inspect: Ask };

const ROUNDS = 3;
const MOST_SECONDS = 100;
const CLIENT_PAGE = join(projectRoot, 'src/services/emulator/fixtures/client-page');

interface Work {
  readonly name: string;
  readonly ptx: string;
  readonly launch: Launch;
}

const ptxAt = (path: string): string => readFileSync(join(projectRoot, 'public/ptx', path), 'utf8');

function attentionWork(variant: string): Work {
  const params = attention.schema.parse({ ...attention.defaults, queries: 256, keys: 352, headDim: 128 });
  const ptx = ptxAt(attention.ptxPath(variant, params, 'sm_90a'));
  return { name: `attention.${variant}`, ptx, launch: attention.launch(variant, params) };
}

function gemmWork(): Work {
  const variant = 'v3-wgmma';
  const params = gemm.schema.parse({ ...gemm.defaults, m: 128, n: 256, k: 1024, tile: '128x256' });
  const ptx = ptxAt(gemm.ptxPath(variant, params, 'sm_90a'));
  return { name: `gemm.${variant}`, ptx, launch: gemm.launch(variant, params) };
}

const WORKS = [...['a5-ping-pong', 'a6-persistent', 'a7-seamless', 'a7-multicast'].map(attentionWork), gemmWork()];

/** In the page. */
async function outputMs({ ptx, launch }: Work): Promise<number> {
  const from = performance.now();
  const output = launch.buffers.at(-1)!.name;
  const run = await client.emulateGrid('slot', { ptx, launch, output }, () => {}, new AbortController().signal);
  if (!run.ok) throw new Error(run.error.message);
  return performance.now() - from;
}

/** In the page. */
async function inspectedMs([{ ptx, launch }, maxSeconds]: readonly [Work, number]): Promise<number> {
  const from = performance.now();
  const [x, y, z] = launch.grid;
  const options = { faults: 'all', tracedCtas: [...new Array(x * y * z).keys()] } as const;
  const job = { ptx, launch, options, maxSeconds };
  const run = await client.inspect('slot', job, () => {}, new AbortController().signal);
  if (!run.ok) throw new Error(run.error.message);
  if (typeof run.value.cut === 'string') throw new Error(run.value.cut);
  return performance.now() - from;
}

export async function run(): Promise<TimingRow[]> {
  const folder = mkdtempSync(join(tmpdir(), 'lanescape-worker-'));
  const output = { outDir: folder, emptyOutDir: true, target: 'es2023' };
  await build({
    root: CLIENT_PAGE,
    base: './',
    configFile: false,
    logLevel: 'error',
    worker: { format: 'es' },
    build: output,
  });
  const dist = await serveDist(folder);
  const browser = await launchBrowser();
  const measured = async <T>(work: (given: T) => Promise<number>, given: T): Promise<number> => {
    const times: number[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      const page = await browser.newPage();
      await page.goto(dist.url);
      times.push(await page.evaluate(work as (given: unknown) => Promise<number>, given));
      await page.close();
    }
    return times.toSorted((a, b) => a - b)[ROUNDS >> 1];
  };
  try {
    const rows: TimingRow[] = [];
    for (const work of WORKS) {
      rows.push(row(`worker.${work.name}.output`, await measured(outputMs, work), 'ms', 'at most 3000'));
      const inspected = await measured(inspectedMs, [work, MOST_SECONDS] as const);
      rows.push(row(`worker.${work.name}.inspected`, inspected, 'ms', 'at most 8000'));
    }
    return rows;
  } finally {
    await browser.close();
    await dist.close();
    rmSync(folder, { recursive: true, force: true });
  }
}
