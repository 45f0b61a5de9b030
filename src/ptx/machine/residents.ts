/** The CTAs that are under way. Clusters start whole and end whole; the next one takes the place of one that has ended. */
import { type Cta, makeCluster } from './cta.ts';
import { stuckFault } from './deadlock.ts';
import type { Grid } from './grid.ts';
import type { GridSetup } from './grid-setup.ts';
import { ctaBytes } from './program.ts';

const MOST_CTAS = 1024;
const MOST_BYTES = 2 ** 30;

export class Residents {
  /** CTAs that have started: all that come before this index in the order. */
  started = 0;
  /** CTAs that have ended. */
  done = 0;
  readonly #grid: Grid;
  readonly #watch: GridSetup['watch'];
  readonly #most: number;
  #ctas: readonly Cta[] = [];
  /** Places of clusters that have ended. */
  readonly #spare: (readonly Cta[])[] = [];

  constructor(grid: Grid, watch: GridSetup['watch']) {
    this.#grid = grid;
    this.#watch = watch;
    const fitting = Math.floor(MOST_BYTES / ctaBytes(grid.program, grid.warpsPerCta, grid.sharedBytes));
    this.#most = Math.max(grid.clusterCtas, Math.min(MOST_CTAS, fitting));
  }

  get ctas(): readonly Cta[] {
    return this.#ctas;
  }

  /** Whether there is another cluster, and room for it. */
  get canAdmit(): boolean {
    const { ctas, clusterCtas } = this.#grid;
    return this.started < ctas.count && this.#ctas.length + clusterCtas <= this.#most;
  }

  admit(): void {
    const cluster = this.#spare.pop() ?? makeCluster(this.#grid);
    for (const cta of cluster) cta.start(this.#grid.ctas.numberAt(this.started++));
    for (const cta of cluster) cta.watch = this.#watch(cta);
    this.#ctas = [...this.#ctas, ...cluster];
  }

  /** Clusters whose CTAs have all ended go. */
  retire(): void {
    const over = this.#ctas.filter(({ cluster }) => cluster.every(cta => cta.isDone));
    if (over.length === 0) return;
    for (const cta of over) {
      cta.bulkCopies?.finish();
      cta.tensorMemory?.finish();
      cta.watch?.finished();
      if (cta.clusterRank === 0) this.#spare.push(cta.cluster);
    }
    this.done += over.length;
    this.#grid.events++;
    this.#ctas = this.#ctas.filter(cta => !over.includes(cta));
  }

  /** Ends a cluster that cannot go on, if faults do not end the run. */
  abandon({ cluster }: Cta): void {
    this.#grid.log.report(stuckFault(cluster));
    for (const cta of cluster) {
      cta.bulkCopies?.reset();
      cta.tensorMemory?.reset();
    }
    for (const warp of cluster.flatMap(cta => cta.warps)) warp.state = 'done';
    this.retire();
  }
}
