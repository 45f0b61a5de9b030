/** How the local server is addressed: all that a page must know before it has anything to ask. */

/** Every request below `/api` carries this header: a foreign page cannot add it without asking the server first (CORS). */
export const CLIENT_HEADER = { name: 'X-Lanescape', value: '1' } as const;

export const API_PREFIX = '/api';

export const API_PATHS = {
  session: '/api/session',
  machine: '/api/machine',
  compile: '/api/compile',
  compileSource: '/api/compile-source',
  sass: '/api/sass',
  builds: '/api/builds',
  run: '/api/run',
  runs: '/api/runs',
  ceilings: '/api/ceilings',
  removeRun: '/api/runs/remove',
  opened: '/api/opened',
  pieces: '/api/pieces',
  missingPieces: '/api/pieces/missing',
  runLaunch: '/api/run-launch',
} as const;
