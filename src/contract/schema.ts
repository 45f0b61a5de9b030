/**
 * The library for schemas: zod's form of functions, from which a page takes only what it uses. This form gives no error
 * texts until it has a language, so every schema takes `z` from here.
 */
import * as z from 'zod/mini';
import en from 'zod/v4/locales/en.js';

z.config(en());

export { z };
