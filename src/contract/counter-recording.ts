/** Recorded hardware counters as a file of the page: of a kernel's cases on one GPU. */

import type { FieldError } from '../base/field-error.ts';
import type { Result } from '../base/result.ts';
import type { HardwareCounters } from '../trace/hardware-counters.ts';
import type { RecordedMachine } from '../trace/provenance.ts';
import type { Made } from '../trace/run-record.ts';
import { parseJson } from './parse-json.ts';
import { madeSchema, recordedMachineSchema } from './recorded-machine.ts';
import { countersSchema, runShape } from './run.ts';
import { z } from './schema.ts';

/** Below the recordings of a GPU, by kernel: `nvidia-h200/counters/transpose.json`. */
export const counterRecordingPath = (gpuFolder: string, kernel: string): string =>
  `${gpuFolder}/counters/${kernel}.json`;

export interface CountedLaunch {
  readonly variant: string;
  /** Complete. */
  readonly params: Readonly<Record<string, number | string | boolean>>;
  readonly counters: HardwareCounters;
  /** Absent if it was not noted. */
  readonly made?: Made;
}

export interface CounterRecording {
  readonly machine: RecordedMachine;
  readonly counts: readonly CountedLaunch[];
}

const text = z.string().check(z.minLength(1));

const recordingSchema: z.ZodMiniType<CounterRecording> = z.strictObject({
  machine: recordedMachineSchema,
  counts: z.array(
    z.strictObject({
      variant: text,
      params: runShape.params,
      counters: countersSchema,
      made: z.exactOptional(madeSchema),
    }),
  ),
});

export const parseCounterRecording = (text: string): Result<CounterRecording, FieldError> =>
  parseJson(recordingSchema, text);

/** A line for each launch. */
export const counterRecordingText = ({ machine, counts }: CounterRecording): string =>
  `{"machine":${JSON.stringify(machine)},"counts":[\n${counts.map(each => JSON.stringify(each)).join(',\n')}\n]}\n`;
