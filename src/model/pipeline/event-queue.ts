/**
 * Events by time, earliest first; events of the same time come in the order in which they were added. A binary heap.
 */
interface Event {
  readonly at: number;
  readonly order: number;
  readonly happen: () => void;
}

const isBefore = (a: Event, b: Event): boolean => a.at < b.at || (a.at === b.at && a.order < b.order);

export class EventQueue {
  readonly #heap: Event[] = [];
  #asked = 0;

  add(at: number, happen: () => void): void {
    const event = { at, order: this.#asked++, happen };
    const heap = this.#heap;
    let i = heap.push(event) - 1;
    for (; i > 0; i = (i - 1) >> 1) {
      const parent = heap[(i - 1) >> 1];
      if (!isBefore(event, parent)) break;
      heap[i] = parent;
    }
    heap[i] = event;
  }

  /** The first event, taken out; undefined when nothing is left. */
  take(): Event | undefined {
    const heap = this.#heap;
    const first = heap[0];
    const last = heap.pop();
    if (last !== undefined && heap.length > 0) this.#sink(last);
    return first;
  }

  #sink(event: Event): void {
    const heap = this.#heap;
    let i = 0;
    for (;;) {
      let child = 2 * i + 1;
      if (child >= heap.length) break;
      if (child + 1 < heap.length && isBefore(heap[child + 1], heap[child])) child++;
      if (!isBefore(heap[child], event)) break;
      heap[i] = heap[child];
      i = child;
    }
    heap[i] = event;
  }
}
