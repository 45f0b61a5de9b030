/** Ends of runs at what the emulator lacks: that says nothing about the kernel. */
import { FaultSignal, placeIn, whereWords } from '../machine/faults.ts';
import type { Operation, Run } from '../machine/operation.ts';
import { Refusal } from './refusal.ts';

export const refused =
  (reason: string): Run =>
  (warp, operation, mask) => {
    const { place, who } = whereabouts(warp, operation, mask);
    const { text, opcode, modifiers } = operation.source;
    const message = `${whereWords(place, who)}: '${text}' cannot run here: ${reason}.`;
    throw new FaultSignal({ kind: 'unsupported', message, place, who, opcode: [opcode, ...modifiers].join('.') });
  };

/** The same of what is known only at the run: a descriptor in a register may ask for it. */
export const refusingAtRun =
  (run: Run): Run =>
  (warp, operation, mask) => {
    try {
      return run(warp, operation, mask);
    } catch (refusal) {
      if (!(refusal instanceof Refusal)) throw refusal;
      return refused(refusal.reason)(warp, operation, mask);
    }
  };

export function whereabouts(warp: Parameters<Run>[0], operation: Operation, mask: number) {
  const place = placeIn(warp, operation);
  return { place, who: { cta: warp.cta.number, warp: warp.index, lane: 31 - Math.clz32(mask & -mask) } };
}
