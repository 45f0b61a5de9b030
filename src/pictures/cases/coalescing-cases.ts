/** Coalescing pictures: what one request moves through memory, from perfect to one sector per lane. */
import { DEVICE_ARENA_BASE } from '../../trace/device-addresses.ts';
import { coalescingFigure } from '../coalescing/figure.ts';
import type { CoalescingRecords } from '../records.ts';
import { request } from './builders.ts';
import { type PictureCase, pictureCase } from './picture-case.ts';

function global(widthBytes: number, byteOffsetOf: (lane: number) => number | null): CoalescingRecords {
  const addressOf = (lane: number): number | null => {
    const offset = byteOffsetOf(lane);
    return offset === null ? null : DEVICE_ARENA_BASE + offset;
  };
  const { access } = request({ widthBytes, addressOf });
  return { access: { ...access, space: 'global' }, origin: { name: 'in', byteAddress: DEVICE_ARENA_BASE } };
}

const consecutive = global(4, lane => 4 * lane);
/** One element late: the last lanes reach into a fifth sector. */
const shifted = global(4, lane => 4 * lane + 4);
/** Every second element. */
const strided = global(4, lane => 8 * lane);
/** Field 1 of a structure of 12 bytes. */
const structures = global(4, lane => 12 * lane + 4);
/** Element (lane, 5) of a matrix of 1024 columns. */
const column = global(4, lane => 4096 * lane + 20);
/** 16 bytes from each of 32 places, in no order. */
const scattered = global(16, lane => 1_000_000 + ((lane * 7919) % 8192) * 128);
/** Eight lanes in turn for one row of a small table; the last lanes are past its end. */
const broadcast = global(4, lane => (lane < 24 ? 64 + 4 * (lane % 8) : null));

const of = (records: CoalescingRecords, id: string, title: string, blurb: string, width?: number): PictureCase =>
  pictureCase({
    id,
    title,
    blurb,
    unbanked: true,
    view: { source: 'emulated', maxHeight: 320, ...(width === undefined ? {} : { width }) },
    figureIn: view => coalescingFigure(records, view),
  });

export const coalescingCases: readonly PictureCase[] = [
  of(
    consecutive,
    'coalescing-consecutive',
    'Coalesced',
    '32 words side by side fill four sectors: every byte that is moved was asked for.',
  ),
  of(
    shifted,
    'coalescing-shifted',
    'One element late',
    'The same words from 4 bytes further on: a fifth sector is moved for one lane.',
  ),
  of(strided, 'coalescing-stride-2', 'Every second word', 'Half of each sector is moved and not asked for.'),
  of(
    structures,
    'coalescing-structures',
    'One field of a structure',
    'A field of 12-byte structures: memory moves the other fields as well.',
  ),
  of(column, 'coalescing-column', 'A column of a matrix', 'Each lane a row further: 32 sectors for the bytes of four.'),
  of(
    scattered,
    'coalescing-scattered',
    'Gather',
    '16 bytes from 32 places: half of each sector, and no two lanes share a line.',
    720,
  ),
  of(
    broadcast,
    'coalescing-broadcast',
    'Shared words',
    'A line joins the lanes that ask for the same bytes; lanes 24–31 take no part.',
  ),
];
