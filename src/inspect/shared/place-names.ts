/** Names for places in device memory: a buffer's, or that of a tensor in it where a capture tells several apart. */
import { bufferAddresses } from '../../trace/device-addresses.ts';
import { ELEMENT_BYTES, type Launch } from '../../trace/launch.ts';

/** A piece of a buffer with a name of its own. */
export interface NamedPlace {
  readonly buffer: string;
  readonly name: string;
  readonly byteOffset: number;
  readonly bytes: number;
}

export class PlaceNames {
  readonly #places: readonly { readonly name: string; readonly from: number; readonly to: number }[];

  /** Bytes inside one of `tensors` get that tensor's name. */
  constructor({ buffers }: Pick<Launch, 'buffers'>, tensors: readonly NamedPlace[]) {
    const starts = bufferAddresses({ buffers });
    const whole = buffers.map(({ name, type, length }): NamedPlace => {
      return { buffer: name, name, byteOffset: 0, bytes: length * ELEMENT_BYTES[type] };
    });
    this.#places = [...tensors, ...whole].flatMap(({ buffer, name, byteOffset, bytes }) => {
      const start = starts.get(buffer);
      return start === undefined ? [] : [{ name, from: start + byteOffset, to: start + byteOffset + bytes }];
    });
  }

  /** '' where nothing lies. */
  at(address: number): string {
    return this.#places.find(({ from, to }) => address >= from && address < to)?.name ?? '';
  }

  /** Each once: 'a, b'. */
  ofAll(addresses: Iterable<number>): string {
    const names = new Set([...addresses].map(address => this.at(address)));
    return [...names].filter(name => name !== '').join(', ');
  }
}
