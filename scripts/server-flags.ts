/**
 * Node's options for the server. By default, V8 lets its space for young objects grow to 3 * 16 MiB under load, leaves
 * old garbage where memory is plentiful, and keeps the pages afterwards. The server computes little and may get floods of
 * requests, so its memory should stay small.
 */
export const SERVER_FLAGS = ['--max-semi-space-size=1', '--optimize-for-size'];
