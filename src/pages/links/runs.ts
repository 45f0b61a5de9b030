/** The link of the page of runs. */
import { choice, linkCodec, list, type StateOf, text, word } from '../../state/link-codec.ts';

export const MAX_OPEN = 2;

const KERNEL = /^[a-z0-9-]{1,64}$/;
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

const matching = (pattern: RegExp, fallback: string, allowed: string) =>
  word<string>({
    fallback,
    allowed,
    parse: typed => (pattern.test(typed) ? typed : undefined),
    textOf: value => value,
  });

/** Link of the runs page. In each of the filters, '' stands for any value. */
export const runsLink = linkCodec({
  show: choice(['runs', 'builds']),
  kernel: matching(KERNEL, 'transpose', 'the id of a kernel'),
  gpu: text(''),
  method: choice(['', 'cold', 'steady']),
  origin: choice(['', 'own', 'recorded']),
  /** Problem as `problemKey` writes it. */
  problem: text(''),
  /** Ids of the one or two that are open. */
  comparison: list(matching(UUID, '', 'the id of a run'), ',', [], [MAX_OPEN, 'runs']),
});
export type RunsState = StateOf<typeof runsLink>;
