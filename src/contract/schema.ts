/**
 * The library for schemas: zod's form of functions, from which a page takes only what it uses. This form gives no error
 * texts until it has a language, so every schema takes `z` from here.
 */
import * as z from 'zod/mini';
import en from 'zod/v4/locales/en.js';

const english = en().localeError;

/** A field that is not there is called missing, not a value of another type. */
z.config({
  localeError: issue => (issue.code === 'invalid_type' && issue.input === undefined ? 'missing' : english(issue)),
});

export { z };
