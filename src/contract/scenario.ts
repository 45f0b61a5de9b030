/** The schema of a pipeline's `Scenario` as JSON. Strict, as that of a launch is: an unknown key is refused. */

import type { FieldError } from '../base/field-error.ts';
import { LANES, MAX_CTA_THREADS } from '../base/hardware.ts';
import { err, ok, type Result } from '../base/result.ts';
import type { Scenario, Step } from '../trace/scenario.ts';
import { fieldErrorOf, fieldPath } from './field-error.ts';
import { checkScenario } from './scenario-rules.ts';
import { z } from './schema.ts';

const MAX_NAME = 64;
const MAX_LIST = 256;
const MAX_STAGES = 256;
const MAX_BYTES = 2 ** 30;
/** A CTA has 16 barriers (PTX ISA, "barrier"). */
const MAX_BARRIER_ID = 15;
const MAX_WARPS = MAX_CTA_THREADS / LANES;

const name = z.string().check(z.minLength(1), z.maxLength(MAX_NAME));
const whole = (least: number, most: number) => z.int().check(z.minimum(least), z.maximum(most));
const number = (least: number, most: number) => z.number().check(z.minimum(least), z.maximum(most));
const positive = z.number().check(z.gt(0), z.maximum(2 ** 50));
const bytes = whole(1, MAX_BYTES);
const stages = whole(1, MAX_STAGES);
const list = <T extends z.ZodMiniType>(item: T) => z.array(item).check(z.maxLength(MAX_LIST));

const slot = z.strictObject({ buffer: name, at: name });
const threads = whole(32, 32 * MAX_WARPS).check(z.multipleOf(32));
const meeting = { id: whole(0, MAX_BARRIER_ID), threads, warps: z.exactOptional(whole(1, MAX_WARPS)) };
const pending = { pending: whole(0, MAX_LIST) };

const plainSteps = [
  z.strictObject({ do: z.literal('wait'), barrier: name, at: name }),
  z.strictObject({ do: z.literal('arrive'), barrier: name, at: name, count: z.exactOptional(whole(1, 2 ** 20 - 1)) }),
  z.strictObject({ do: z.literal('expect'), barrier: name, at: name, bytes }),
  z.strictObject({ do: z.literal('copy'), buffer: name, barrier: name, at: name, bytes }),
  z.strictObject({ do: z.literal('copyAsync'), buffer: name, at: name, bytes }),
  z.strictObject({ do: z.literal('commit') }),
  z.strictObject({ do: z.literal('waitCopies'), ...pending }),
  z.strictObject({ do: z.literal('mma'), flop: positive, reads: list(slot), operandBytes: z.exactOptional(bytes) }),
  z.strictObject({ do: z.literal('waitProducts'), ...pending }),
  z.strictObject({ do: z.literal('exp'), count: positive }),
  z.strictObject({
    do: z.literal('alu'),
    instructions: positive,
    reads: z.exactOptional(list(slot)),
    writes: z.exactOptional(list(slot)),
  }),
  z.strictObject({ do: z.literal('store'), bytes, from: z.exactOptional(slot) }),
  z.strictObject({ do: z.literal('waitStores'), ...pending }),
  z.strictObject({ do: z.literal('barSync'), ...meeting }),
  z.strictObject({ do: z.literal('barArrive'), ...meeting }),
  z.strictObject({ do: z.literal('setRegisters'), count: whole(24, 256).check(z.multipleOf(8)) }),
  z.strictObject({ do: z.literal('next'), at: name, by: z.exactOptional(whole(1, 2 ** 20)) }),
] as const;

const MAX_LOOP_DEPTH = 6;

/** Loops in loops, so deep and no deeper: a hostile text cannot exhaust the stack. */
function stepWithin(depth: number): z.ZodMiniType<Step> {
  if (depth === 0) return z.discriminatedUnion('do', plainSteps);
  const steps = list(stepWithin(depth - 1));
  const loop = z.strictObject({ do: z.literal('loop'), times: whole(0, 2 ** 20), steps });
  return z.discriminatedUnion('do', [...plainSteps, loop]);
}

const role = z.strictObject({
  name,
  warps: whole(1, MAX_WARPS),
  registers: z.exactOptional(whole(0, 256)),
  places: list(z.strictObject({ name, stages, parity: z.union([z.literal(0), z.literal(1)]) })),
  steps: list(stepWithin(MAX_LOOP_DEPTH)),
});

const resources = z.strictObject({
  copyLatencyClk: number(0, 1e9),
  copyBytesPerClk: positive,
  tensorFlopPerClk: positive,
  expPerClk: positive,
  issuePerClk: positive,
  barrierClk: number(0, 1e9),
  sharesUnits: z.exactOptional(z.boolean()),
  productLatencyClk: z.exactOptional(number(0, 1e9)),
  registers: whole(0, 2 ** 20),
});

const shape: z.ZodMiniType<Scenario> = z.strictObject({
  resources,
  barriers: list(z.strictObject({ name, stages, count: whole(1, 2 ** 20 - 1) })),
  namedBarriers: z.exactOptional(list(z.strictObject({ id: whole(0, MAX_BARRIER_ID), name }))),
  buffers: list(z.strictObject({ name, stages, bytes, overlays: z.exactOptional(list(name)) })),
  roles: z.array(role).check(z.minLength(1), z.maxLength(MAX_WARPS)),
});

/** Checks untrusted JSON; the error's field is a path like `roles[1].steps[0].steps[2].barrier`. */
export function parseScenario(json: unknown): Result<Scenario, FieldError> {
  const parsed = shape.safeParse(json);
  if (!parsed.success) return err(fieldErrorOf(parsed.error));
  const breach = checkScenario(parsed.data).next();
  if (breach.done) return ok(parsed.data);
  return err({ message: breach.value.message, field: fieldPath(breach.value.path) });
}
