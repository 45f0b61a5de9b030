/** Records what happens while a scenario is simulated. */
import type { BarrierEvent, Span } from '../../trace/span.ts';
import type { MbarrierModel } from './mbarrier.ts';
import type { PipelineFault, PipelineRun, SlotChange, SpanLink } from './pipeline-run.ts';

export class PipelineRecorder {
  readonly spans: Span[] = [];
  readonly links: SpanLink[] = [];
  readonly barrierEvents: BarrierEvent[] = [];
  readonly slotChanges: SlotChange[] = [];
  readonly flights: { readonly at: number; readonly bytes: number }[] = [];
  readonly #faults = new Map<string, PipelineFault>();
  landedBytes = 0;
  storedBytes = 0;
  flop = 0;

  /** The number that the next span gets. */
  get nextSpan(): number {
    return this.spans.length;
  }

  span(span: Omit<Span, 'unit' | 'source'>, link: SpanLink): void {
    this.spans.push({ ...span, unit: 'clk', source: 'predicted' });
    this.links.push(link);
  }

  /** Notes when a span was served that was recorded at its request; by default, all of its time. */
  served(number: number, times: Partial<Pick<Span, 'from' | 'to'> & Pick<SpanLink, 'servedFrom' | 'servedTo'>>): void {
    const { from = this.spans[number].from, to = this.spans[number].to } = times;
    const { servedFrom = from, servedTo = to } = times;
    this.spans[number] = { ...this.spans[number], from, to };
    this.links[number] = { ...this.links[number], servedFrom, servedTo };
  }

  /** A span has to wait for another one. */
  follows(number: number, after: number): void {
    this.links[number] = { ...this.links[number], after };
  }

  /** Records a time in which a role does nothing. @param after the span whose end ended it. */
  wait(
    role: string,
    { from, to }: Pick<Span, 'from' | 'to'>,
    after: number,
    what: Pick<Span, 'barrier' | 'stage'> = {},
  ): void {
    this.span({ role, kind: 'wait', from, to, ...what }, { servedFrom: to, servedTo: to, limit: 'latency', after });
  }

  barrier(at: number, barrier: string, { phase, pendingArrivals, pendingBytes }: MbarrierModel): void {
    const state = { phase, pendingArrivals, pendingBytes };
    this.barrierEvents.push({ at, barrier, ...state, unit: 'clk', source: 'predicted' });
  }

  flight(from: number, to: number, bytes: number): void {
    this.flights.push({ at: from, bytes }, { at: to, bytes: -bytes });
  }

  /** A fault is reported once for each `what`. */
  fault(what: string, fault: Omit<PipelineFault, 'count'>): void {
    const key = `${fault.kind} ${fault.role} ${what}`;
    const first = this.#faults.get(key);
    this.#faults.set(key, first ? { ...first, count: first.count + 1 } : { ...fault, count: 1 });
  }

  /** Bytes in flight from each point of time on, sorted by time. */
  get bytesInFlight(): { readonly at: number; readonly bytes: number }[] {
    const states: { readonly at: number; readonly bytes: number }[] = [];
    let bytes = 0;
    for (const flight of this.flights.toSorted((a, b) => a.at - b.at)) {
      bytes += flight.bytes;
      if (states.at(-1)?.at === flight.at) states.pop();
      states.push({ at: flight.at, bytes });
    }
    return states;
  }

  get totals(): Pick<PipelineRun, 'landedBytes' | 'storedBytes' | 'flop'> {
    const { landedBytes, storedBytes, flop } = this;
    return { landedBytes, storedBytes, flop };
  }

  get faults(): PipelineFault[] {
    return [...this.#faults.values()];
  }
}
