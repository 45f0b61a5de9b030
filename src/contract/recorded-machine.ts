/** Schema of where and when spans and counters were recorded, and from which build. */
import type { RecordedMachine } from '../trace/provenance.ts';
import type { Made } from '../trace/run-record.ts';
import { provenanceShape, runShape } from './run.ts';
import { z } from './schema.ts';

const text = z.string().check(z.minLength(1), z.maxLength(512));
const { name: _, ...card } = provenanceShape.gpu.shape;

export const recordedMachineSchema: z.ZodMiniType<RecordedMachine> = z.strictObject({
  ...{ gpu: text, driver: text, toolkit: text },
  date: z.iso.date(),
  card: z.exactOptional(z.strictObject(card)),
});

export const madeSchema: z.ZodMiniType<Made> = z.strictObject({
  flags: z.array(text),
  sourceHash: runShape.sourceHash,
});
