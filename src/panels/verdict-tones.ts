/** The tone of a banner, by what the comparison of sources says. */
export const VERDICT_TONES = { agree: 'ok', differ: 'conflict', waiting: 'stale' } as const;
