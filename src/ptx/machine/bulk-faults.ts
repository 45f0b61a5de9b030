/** The faults of bulk copies: addresses that are misaligned or out of bounds, and maps that are none. */

import type { Issuer } from './bulk-copy.ts';
import type { Cta } from './cta.ts';
import { hex, placeOf, whereWords } from './faults.ts';
import { unrecordedWords } from './unrecorded.ts';

type BadAddress = {
  readonly space: 'shared' | 'global';
  /** Address as the kernel has it. */
  readonly address: number;
  /** Width of the copy. */
  readonly widthBytes: number;
};

const at = ({ warp, operation, lane }: Issuer) => {
  const { grid, number } = warp.cta;
  const place = placeOf(grid.files, operation);
  const who = { cta: number, warp: warp.index, lane };
  return { log: grid.log, place, who, where: `${whereWords(place, who)}: '${place.instruction}'` };
};

/** `what`: "the box in shared memory". */
export function reportMisaligned(issuer: Issuer, bad: BadAddress, what: string, alignBytes: number): void {
  const { log, place, who, where } = at(issuer);
  const message = `${where}: ${what} starts at ${bad.space} address ${hex(bad.address)}, which is no multiple of ${alignBytes} bytes.`;
  log.report({ kind: 'misaligned', message, place, who, ...bad });
}

/** `limit`: "the CTA's shared memory has 1024 bytes". */
export function reportOutside(issuer: Issuer, bad: BadAddress, limitBytes: number, limit: string): void {
  const { log, place, who, where } = at(issuer);
  const unrecorded = bad.space === 'global' ? unrecordedWords(issuer.warp.cta.grid, bad.address) : null;
  if (unrecorded !== null) {
    const message = `${where}: ${bad.widthBytes} bytes at global address ${hex(bad.address)} were not recorded: ${unrecorded}.`;
    log.report({ kind: 'notRecorded', message, place, who, address: bad.address, widthBytes: bad.widthBytes });
    return;
  }
  const message = `${where}: ${bad.widthBytes} bytes at ${bad.space} address ${hex(bad.address)} are out of bounds: ${limit}.`;
  log.report({ kind: 'outOfBounds', message, place, who, ...bad, limitBytes });
}

/** An operand that the instruction cannot take. */
export function reportBadCopy(issuer: Issuer, why: string): void {
  const { log, place, who, where } = at(issuer);
  log.report({ kind: 'badOperand', message: `${where}: ${why}.`, place, who });
}

/** "the CTA's shared memory has 1024 bytes from 0x400 on". */
export function sharedLimit({ shared, sharedBase }: Cta): string {
  const from = sharedBase > 0 ? ` from ${hex(sharedBase)} on` : '';
  return `the CTA's shared memory has ${shared.sizeBytes} bytes${from}`;
}
