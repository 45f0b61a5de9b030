/** The least and the greatest value of a buffer. Of a large one the first elements tell it until all have been looked at. */
import { useEffect, useMemo, useState } from 'react';
import { joinedRange, type ValueRange, valueRange } from '../../../model/values/value-histogram.ts';
import type { BufferView } from './buffer-list.ts';

/** Read in some ten milliseconds; a multiple of every element's bytes. */
const PIECE_BYTES = 2 ** 23;

interface WholeRange extends Pick<BufferView, 'bytes' | 'type'> {
  readonly range: ValueRange | null;
}

export function useValueRange({ bytes, type }: Pick<BufferView, 'bytes' | 'type'>): ValueRange | null {
  const first = useMemo(() => valueRange(bytes.subarray(0, PIECE_BYTES), type), [bytes, type]);
  const [whole, setWhole] = useState<WholeRange | null>(null);
  useEffect(() => {
    if (bytes.length <= PIECE_BYTES) return;
    let range: ValueRange | null = null;
    let at = 0;
    let timer: ReturnType<typeof setTimeout>;
    const look = (): void => {
      range = joinedRange(range, valueRange(bytes.subarray(at, at + PIECE_BYTES), type));
      at += PIECE_BYTES;
      if (at < bytes.length) timer = setTimeout(look);
      else setWhole({ bytes, type, range });
    };
    timer = setTimeout(look);
    return () => clearTimeout(timer);
  }, [bytes, type]);
  return whole?.bytes === bytes && whole.type === type ? whole.range : first;
}
