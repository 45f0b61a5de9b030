/** Where and when spans and counters were recorded: a file of them is of one machine and one day. */
import type { Made } from '../trace/run-record.ts';
import { provenanceShape, runShape } from './run.ts';
import { z } from './schema.ts';

const text = z.string().check(z.minLength(1), z.maxLength(512));
const { name: _, ...card } = provenanceShape.gpu.shape;

export interface RecordedMachine {
  readonly gpu: string;
  readonly driver: string;
  readonly toolkit: string;
  /** ISO date. */
  readonly date: string;
  /** As in a `RunRecord`. Absent: nobody noted which of that name it was. */
  readonly card?: {
    readonly uuidHash: string;
    readonly arch: string;
    readonly smCount: number;
    readonly l2Bytes: number;
  };
}

export const recordedMachineSchema: z.ZodMiniType<RecordedMachine> = z.strictObject({
  ...{ gpu: text, driver: text, toolkit: text },
  date: z.iso.date(),
  card: z.exactOptional(z.strictObject(card)),
});

export const madeSchema: z.ZodMiniType<Made> = z.strictObject({
  flags: z.array(text),
  sourceHash: runShape.sourceHash,
});
