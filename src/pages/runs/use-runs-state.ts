/** The page's state, read from the link and written back to it. */
import { type LinkHandle, type LinkState, useLinkState } from '../kit/use-link-state.ts';
import { type RunsState, runsLink } from '../links/runs.ts';

export type RunsHandle = LinkHandle<RunsState>;

export const useRunsState = (): LinkState<RunsState> => useLinkState(runsLink);
