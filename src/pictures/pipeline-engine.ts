/** When the copy engine works: a copy's span goes on while it waits for the engine and while its bytes are on the way. */
import type { Scenario } from '../trace/scenario.ts';
import type { Span } from '../trace/span.ts';
import type { PipelineTracks } from './pipeline-tracks.ts';
import { TimeTrack } from './time-track.ts';
import { NONE, once } from './track-groups.ts';

/** The model's engine serves one copy after the other and lands each a latency later; a copy is taken to fill its stage. */
export function engineTracks(
  { resources, buffers, roles }: Scenario,
  spans: readonly Span[],
  of: Pick<PipelineTracks, 'spans'>,
): Pick<PipelineTracks, 'engine'> {
  const { copyLatencyClk, copyBytesPerClk } = resources;
  const bytesOf = new Map(buffers.map(({ name, bytes }) => [name, bytes]));
  const trackOf = (role: string): TimeTrack => {
    const items = [...of.spans(role, 'copy').item, ...of.spans(role, 'store').item];
    const landingClk = (i: number): number => (spans[i].kind === 'copy' ? copyLatencyClk : 0);
    const toOf = (i: number): number => spans[i].to - landingClk(i);
    const fromOf = (i: number): number => {
      const { kind, from, buffer = '' } = spans[i];
      return kind === 'store' ? from : Math.max(from, toOf(i) - (bytesOf.get(buffer) ?? 0) / copyBytesPerClk);
    };
    return new TimeTrack(items, fromOf, toOf);
  };
  const tracks = once(() => new Map(roles.map(({ name }) => [name, trackOf(name)])));
  return { engine: role => tracks().get(role) ?? NONE };
}
