/** The compiled counterpart of a preset's pipeline, replayed in the emulator's worker. */
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { type CompiledVersion, compiledPipeline } from '../../../kernels/counterparts.ts';
import type { PresetValues } from '../../../model/pipeline/presets/preset.ts';
import { type EmulatedPipeline, NOT_COMPILED } from '../../../panels/pipeline/pipeline-side.ts';

/** `version`: one of the preset's counterparts; null where it has none. `values`: those of the preset that are not its own. */
export function useReplay(version: CompiledVersion | null, values: PresetValues, wanted: boolean): EmulatedPipeline {
  const compiled = useMemo(() => version && compiledPipeline(version, values), [version, values]);
  const { data, error } = useQuery({
    queryKey: ['replay', version, values],
    queryFn: async ({ signal }) => {
      if (!compiled?.ok) throw new Error('asked only where there is a build');
      return (await import('./run-replay.ts')).runReplay(compiled.value, values, signal);
    },
    enabled: wanted && compiled?.ok === true,
    retry: false,
  });
  return useMemo(() => {
    if (compiled === null) return NOT_COMPILED;
    if (!compiled.ok) return { state: 'none', why: compiled.error };
    if (!wanted) return { state: 'none', why: 'not emulated yet' };
    if (error !== null) return { state: 'refused', message: error.message };
    return data ?? { state: 'running' };
  }, [compiled, wanted, data, error]);
}
