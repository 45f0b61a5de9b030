import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Access } from '../../trace/access-trace.ts';
import { accessWords, laneWords } from './access-words.ts';
import { laneAccess } from './lane-access.ts';

it.each([
  ['load', 4, 'Warp 2 reads 4 bytes a lane.'],
  ['store', 16, 'Warp 2 stores 16 bytes a lane.'],
  ['atomic', 4, 'Warp 2 updates 4 bytes a lane.'],
  ['ldmatrix', 16, 'Warp 2 reads rows of 16 bytes.'],
] as const)('a %s of %i bytes', (kind, widthBytes, words) => {
  expect(accessWords({ ...access(lane => 4 * lane), kind, widthBytes, warp: 2 })).toBe(words);
});

it.each([
  ['even steps', (lane: number) => 4 * (5 + 32 * lane), 4, 'Lane l wants word 5 + 32 · l.'],
  ['neighbours', (lane: number) => 4 * lane, 4, 'Lane l wants word l.'],
  ['steps back', (lane: number) => 4 * (93 - 3 * lane), 4, 'Lane l wants word 93 - 3 · l.'],
  ['one word', () => 12, 4, 'All lanes: each wants word 3.'],
  ['wide accesses', (lane: number) => 128 * lane, 16, 'Lane l wants 16 bytes from byte 128 · l.'],
] as const)('lanes at %s', (_, byte, widthBytes, words) => {
  expect(laneWords({ ...access(byte), widthBytes })).toBe(words);
});

it('lanes at uneven steps, and lanes that are absent, are listed', () => {
  expect(laneWords(access(lane => (lane < 2 ? 8 * lane : -1)))).toBe(
    'Each lane wants the word behind its number: 0: 0, 1: 2.',
  );
});

it('says where every lane is, whatever the lanes do', () => {
  const word = fc.integer({ min: -1, max: 4095 });
  fc.assert(
    fc.property(fc.array(word, { minLength: 32, maxLength: 32 }), words => {
      const said = laneWords(access(lane => (words[lane] < 0 ? -1 : 4 * words[lane])));
      const [, start = '0', step = '1'] = /^Lane l wants word (?:(\d+) \+ )?(?:(\d+) · )?l\.$/.exec(said) ?? [];
      const all = /^All lanes: each wants word (\d+)\.$/.exec(said);
      const listed = new Map(
        [...said.matchAll(/(\d+): (\d+)/g)].map(([, lane, place]) => [Number(lane), Number(place)]),
      );
      words.forEach((wanted, lane) => {
        if (listed.size > 0 || words.every(w => w < 0)) expect(listed.get(lane) ?? -1).toBe(wanted);
        else expect(all ? Number(all[1]) : Number(start) + Number(step) * lane).toBe(wanted);
      });
    }),
  );
});

function access(byteOf: (lane: number) => number): Access {
  return laneAccess(4, byteOf);
}
