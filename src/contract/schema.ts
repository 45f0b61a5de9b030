/**
 * What schemas are written with: zod in its form of functions, of which a page takes no more than it uses. That form is
 * mute until it is given a language, so every schema takes `z` from here.
 */
import * as z from 'zod/mini';
import en from 'zod/v4/locales/en.js';

z.config(en());

export { z };
