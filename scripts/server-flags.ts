/**
 * How Node is started for the server. V8 lets its space for young objects grow to 3 * 16 MiB while there is much to do and keeps
 * the pages after that: with 1 MiB a server that was flooded goes back to the size that it had.
 */
export const SERVER_FLAGS = ['--max-semi-space-size=1'];
