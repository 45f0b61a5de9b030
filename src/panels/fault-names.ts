/** Names of faults, for lists and for the verdict beside a variant. */
import type { Fault, FaultKind } from '../trace/fault.ts';

/** Kinds as a person calls them. */
export const FAULT_NAMES: Readonly<Record<FaultKind, string>> = {
  outOfBounds: 'out of bounds',
  notRecorded: 'not recorded',
  misaligned: 'misaligned',
  race: 'race',
  uninitialisedRead: 'uninitialised read',
  uninitialisedRegister: 'uninitialised register',
  deadlock: 'deadlock',
  barrier: 'barrier',
  memberMask: 'member mask',
  divisionByZero: 'division by zero',
  mbarrier: 'mbarrier',
  tensorMemory: 'tensor memory',
  missingFence: 'missing fence',
  missingWait: 'missing wait',
  readOnlyLoad: 'read-only load of written data',
  notResident: 'CTA not resident',
  badOperand: 'bad operand',
  unknownOpcode: 'unknown opcode',
  unsupported: 'not supported',
  assert: 'failed assert',
  invalidCall: 'invalid call',
  trap: 'trap',
  limit: 'limit',
};

export const faultNames = (faults: readonly Fault[]): string[] => [
  ...new Set(faults.map(fault => FAULT_NAMES[fault.kind])),
];
