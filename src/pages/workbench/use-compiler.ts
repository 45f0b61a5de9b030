/** Whether CUDA can be compiled here, and for which architectures, as the local server says. */
import { useQuery } from '@tanstack/react-query';
import type { WorkbenchDocument } from '../../contract/workbench-document.ts';
import { fetchMachine } from '../../services/server/server.ts';
import { whyNoCompiler } from './compile-cuda.ts';

export interface Compiler {
  /** Why there is no compiler, and what helps; null if there is one. */
  readonly reason: string | null;
  readonly archs: readonly string[];
}

/** null until it is known. */
export function useCompiler(): Compiler | null {
  const { data, isSuccess } = useQuery({ queryKey: ['machine'], queryFn: fetchMachine });
  return isSuccess ? { reason: whyNoCompiler(data), archs: data?.archs ?? [] } : null;
}

/** Why this document cannot be compiled here; null where it can, needs no compiler, or it is not known yet. */
export function useMissingCompiler({ source }: WorkbenchDocument): string | null {
  const compiler = useCompiler();
  return source.language === 'cuda' ? (compiler?.reason ?? null) : null;
}
