/** A barrier in a function, called behind a branch whose lanes meet at a line in front of what the others do first. */
import { expect, test } from 'vitest';
import { lanes, outputOf, runAssembly } from '../isa/assembly.ts';

const module = `.shared .align 4 .b32 s[64]; .func meet() { bar.sync 0; ret; }
.func outer() { call.uni meet, (); ret; }`;

/** LLVM lays loops out like this: `JOIN` lies in front of the body that some lanes take. */
const sum = (call: string) => `
shl.b32 %r1, %tid, 2; mov.u32 %r2, s; add.u32 %r2, %r2, %r1; st.shared.u32 [%r2], %tid; bar.sync 0; mov.u32 %r4, 1;
bra BODY;
JOIN: call.uni ${call}, (); st.shared.u32 [%r2], %r3; call.uni ${call}, (); bra END;
BODY: ld.shared.u32 %r3, [%r2]; setp.lt.u32 %p1, %tid, %r4; @%p1 bra JOIN;
ld.shared.u32 %r5, [%r2+-4]; add.u32 %r3, %r3, %r5; bra JOIN;
END: ld.shared.u32 %r3, [%r2]; st.global.u32 [%at], %r3;`;

test.each(['meet', 'outer'])('lanes that came to the call of %s earlier go on with the others', call => {
  expect(outputOf({ module, body: sum(call), threads: 64 })).toEqual(lanes(i => (i === 0 ? 0 : 2 * i - 1), 64));
});

test('a barrier that lanes reach by two calls is named', () => {
  const body = 'setp.lt.u32 %p1, %tid, 7; @%p1 bra OTHER; call.uni meet, (); bra END; OTHER: call.uni meet, (); END:';
  expect(runAssembly({ module, body }).faults).toMatchObject([{ kind: 'barrier' }]);
});
