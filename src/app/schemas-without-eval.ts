/**
 * Keeps schemas from compiling themselves: the server's content policy forbids it, and the probe alone is reported. To be
 * imported before anything that has a schema.
 */
import { config } from 'zod';

config({ jitless: true });
