/** Places in a kernel's parameters and in a thread's own memory, where an index may go into their address. */
import type { Flow } from './flow.ts';
import type { PlaceSource, Sources } from './sources.ts';

/** Whether more than constants goes into an address there. */
export function isIndexed(sources: Sources, at: Flow): boolean {
  const places = sources.ofKind(at.base, 'place');
  return places.length > 0 && places.reduce((rest, place) => rest & ~sources.bit(place), at.all) !== 0n;
}

/** Places that an address may be; of an array, its first element. */
export function placesAt(sources: Sources, at: Flow): PlaceSource[] {
  const places = sources.ofKind(at.base, 'place');
  if (!isIndexed(sources, at)) return places;
  const ahead = [...new Set([at.leastAhead, at.ahead])];
  return places.flatMap(place => ahead.map(bytes => ({ ...place, byteOffset: place.byteOffset + bytes })));
}
