/** `layout`: the layout algebra, function by function. */
import { LAYOUT_FUNCTIONS } from './layout-functions.ts';
import { type Op, type OpAnswer, refused, wrongField } from './op.ts';

const NAMES = Object.keys(LAYOUT_FUNCTIONS);

export const layout: Op = {
  name: 'layout',
  keys: ['fn', 'args'],
  answer({ fn, args }): OpAnswer {
    if (typeof fn !== 'string') return wrongField('fn', fn, `one of ${NAMES.join(', ')}`);
    if (!Object.hasOwn(LAYOUT_FUNCTIONS, fn))
      return refused(
        'unknownFunction',
        'fn',
        `unknown function ${JSON.stringify(fn.slice(0, 40))}; known: ${NAMES.join(', ')}`,
      );
    if (!Array.isArray(args)) return wrongField('args', args, 'a list of arguments');
    return LAYOUT_FUNCTIONS[fn](args);
  },
};
