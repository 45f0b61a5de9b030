/** How many CTAs form a cluster, and in which order clusters run (PTX ISA, "Cluster Dimension Directives"). */
import type { Dim3, Launch } from '../../trace/launch.ts';
import type { CtaOrder } from '../machine/grid-setup.ts';
import type { Module, PtxFunction } from '../parse/ast.ts';
import { chosenCtas } from './chosen-ctas.ts';
import { LaunchRefusal } from './launch-error.ts';

/** Every GPU with clusters takes so many; more only where the kernel's own directives ask for it ("non-portable"). */
const MOST_PORTABLE_CTAS = 8;
const MOST_CTAS = 16;

const volume = ([x, y, z]: Dim3): number => x * y * z;

/** Size in CTAs: of the launch, or of the kernel's directive; null if neither asks for clusters. */
export function clusterSize(module: Module, entry: PtxFunction, launch: Launch): Dim3 | null {
  const { performance, name } = entry;
  const required = dim3(performance.get('reqnctapercluster'));
  const cluster = launch.cluster ?? required;
  if (performance.has('blocksareclusters')) {
    throw new LaunchRefusal(
      `'${name}' counts its grid in clusters (.blocksareclusters), which is not emulated: leave the directive out, and give the grid in CTAs`,
      'entry',
    );
  }
  if (cluster === null) {
    if (performance.has('explicitcluster')) throw new LaunchRefusal(`'${name}' needs a cluster`, 'cluster');
    return null;
  }
  if (required?.some((n, i) => n !== cluster[i])) {
    throw new LaunchRefusal(`'${name}' requires clusters of ${required.join(' x ')}`, 'cluster');
  }
  checkCluster(module, entry, cluster, launch.grid);
  return cluster;
}

function checkCluster(module: Module, { name, performance }: PtxFunction, cluster: Dim3, grid: Dim3): void {
  cluster.forEach((size, i) => {
    if (!Number.isInteger(size) || size < 1) throw new LaunchRefusal(`${size}: expected 1 or more`, `cluster[${i}]`);
    if (grid[i] % size === 0) return;
    throw new LaunchRefusal(`the grid's ${grid[i]} CTAs are no multiple of ${size}`, `cluster[${i}]`);
  });
  const ctas = volume(cluster);
  const asked = performance.get('maxclusterrank')?.[0] ?? (performance.has('reqnctapercluster') ? MOST_CTAS : null);
  const most = Math.min(asked ?? MOST_PORTABLE_CTAS, MOST_CTAS);
  if (ctas > most) throw new LaunchRefusal(`${ctas} CTAs; a cluster of '${name}' has at most ${most}`, 'cluster');
  if (ctas > 1 && /^sm_[1-8]\d\D?$/.test(module.target)) {
    throw new LaunchRefusal(`${module.target} has no clusters; they came with sm_90`, 'cluster');
  }
}

function dim3(numbers: readonly number[] | undefined): Dim3 | null {
  if (numbers === undefined) return null;
  const [x = 1, y = 1, z = 1] = numbers;
  return [x, y, z];
}

/** The clusters of the chosen CTAs, or all; the CTAs of a cluster all run together, in the order of their rank. */
export function chosenClusters(grid: Dim3, cluster: Dim3, ctas: readonly number[] | undefined): CtaOrder {
  const alone = chosenCtas(grid, ctas);
  const size = volume(cluster);
  if (size === 1) return alone;
  const places = new ClusterPlaces(grid, cluster);
  const clusters = ctas && [...new Set(ctas.map(cta => places.clusterOf(cta)))];
  return {
    count: clusters ? clusters.length * size : volume(grid),
    numberAt(index) {
      const at = Math.floor(index / size);
      return places.numberOf(clusters ? clusters[at] : at, index % size);
    },
  };
}

/** Linear numbers of clusters in the grid, of CTAs in the grid and of their rank in a cluster; x fastest in each. */
class ClusterPlaces {
  readonly #grid: Dim3;
  readonly #cluster: Dim3;
  /** Size of the grid in clusters. */
  readonly #clusters: Dim3;

  constructor(grid: Dim3, cluster: Dim3) {
    this.#grid = grid;
    this.#cluster = cluster;
    this.#clusters = [grid[0] / cluster[0], grid[1] / cluster[1], grid[2] / cluster[2]];
  }

  clusterOf(cta: number): number {
    const [x, y, z] = coordinates(cta, this.#grid).map((at, i) => Math.floor(at / this.#cluster[i]));
    return x + this.#clusters[0] * (y + this.#clusters[1] * z);
  }

  numberOf(cluster: number, rank: number): number {
    const within = coordinates(rank, this.#cluster);
    const [x, y, z] = coordinates(cluster, this.#clusters).map((at, i) => at * this.#cluster[i] + within[i]);
    return x + this.#grid[0] * (y + this.#grid[1] * z);
  }
}

const coordinates = (number: number, [x, y]: Dim3): Dim3 => [
  number % x,
  Math.floor(number / x) % y,
  Math.floor(number / (x * y)),
];
