/** Bank conflicts by source line: which lines have requests with more excess wavefronts than allowed. */
import { countWavefronts } from '../src/model/banks/wavefronts.ts';
import type { Access } from '../src/trace/access-trace.ts';
import type { Finding } from './finding.ts';

interface LineExcess {
  readonly file: string;
  readonly line: number;
  readonly kind: string;
  requests: number;
  /** Requests above the limit, and the most excess wavefronts of one. */
  over: number;
  worst: number;
}

export class ExcessByLine {
  readonly #limit: number;
  readonly #lines = new Map<string, LineExcess>();

  /** `limit`: excess wavefronts (above those without a bank conflict) that one request may have. */
  constructor(limit: number) {
    this.#limit = limit;
  }

  add(access: Access): void {
    if (access.space !== 'shared') return;
    const { wavefronts, ideal } = countWavefronts(access);
    const excess = wavefronts - ideal;
    const line = this.#lineOf(access);
    line.requests++;
    if (excess > this.#limit) line.over++;
    line.worst = Math.max(line.worst, excess);
  }

  /** In the order in which the lines were first reached. */
  findings(ptxPath: string): Finding[] {
    return [...this.#lines.values()]
      .filter(({ over }) => over > 0)
      .map(({ file, line, kind, requests, over, worst }) => ({
        kind: 'excess',
        ...(line > 0 ? { file, line } : { file: ptxPath, line: null }),
        message:
          `${over} of ${requests} shared ${kind} requests have bank conflicts over the limit: ` +
          `up to ${worst} excess wavefronts, expected at most ${this.#limit}` +
          (line > 0 ? '' : ' (nvcc -lineinfo gives source lines)'),
      }));
  }

  #lineOf({ file, line, kind }: Access): LineExcess {
    const key = `${line} ${kind} ${file}`;
    let found = this.#lines.get(key);
    if (found === undefined) {
      found = { file, line, kind, requests: 0, over: 0, worst: 0 };
      this.#lines.set(key, found);
    }
    return found;
  }
}
