/** Problems beyond a single picture, shown in one place: the server, the page's own files, and unexpected errors. */
import { create } from 'zustand';

/**
 * gone: the server does not answer. locked: it answers, but does not know this browser (a server started anew has
 * another token). failing: it answers with errors, or with text that cannot be read.
 */
export type ServerState = 'fine' | 'gone' | 'locked' | 'failing';

/** missing: a part of the page could not be fetched. updated: it is no longer there, since the page was built anew. */
export type FilesState = 'fine' | 'missing' | 'updated';

interface TroubleState {
  readonly server: ServerState;
  /** The server is being asked whether it is there again. */
  readonly isChecking: boolean;
  readonly files: FilesState;
  /** Error that no code caught: the page goes on. */
  readonly mishap: unknown;
  setServer(server: ServerState): void;
  setChecking(isChecking: boolean): void;
  setFiles(files: FilesState): void;
  setMishap(mishap: unknown): void;
}

export const useTrouble = create<TroubleState>()(set => ({
  server: 'fine',
  isChecking: false,
  files: 'fine',
  mishap: null,
  setServer: server => set({ server }),
  setChecking: isChecking => set({ isChecking }),
  setFiles: files => set({ files }),
  setMishap: mishap => set({ mishap }),
}));
