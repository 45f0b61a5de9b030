/**
 * How Node is started for the server. V8 lets its space for young objects grow to 3 * 16 MiB while there is much to do, lets old
 * garbage lie where memory is plenty, and keeps the pages after that. The server computes little and may be flooded: it is to
 * stay small.
 */
export const SERVER_FLAGS = ['--max-semi-space-size=1', '--optimize-for-size'];
