import { describe, expect, test } from 'vitest';
import { mistakesOf } from '../../model/pipeline/mistakes.ts';
import { PRESETS } from '../../model/pipeline/presets/index.ts';
import { presetScenario } from '../../model/pipeline/presets/preset.ts';
import { caseView } from '../cases/builders.ts';
import { recordsOf } from '../cases/pipeline-cases.ts';
import { longRun } from '../fixtures/long-run.ts';
import { firstSpanDifference } from '../pipeline/first-span-difference.ts';
import { cellOf, highlightAt } from '../pipeline/highlight.ts';
import { linkedTo } from '../pipeline/links.ts';
import type { PipelineHighlight, PipelineRecords, PipelineView } from '../pipeline/records.ts';
import { tracksOf } from '../pipeline/tracks.ts';
import type { Scene } from '../scene/scene.ts';
import { themes } from '../theme.ts';
import { pipelineFigure } from './figure.ts';
import { timelineFrame, xOf } from './frame.ts';
import { slotBox, spanBox } from './marks.ts';
import { shortened } from './names.ts';

const view: PipelineView = {
  ...caseView(themes.light, { width: 790 }),
  window: null,
  traces: true,
  units: true,
  criticalPath: false,
};

const scenarioOf = (id: string, numbers: object = {}) => {
  const scenario = presetScenario(PRESETS.find(preset => preset.id === id)!, { ...numbers });
  if (!scenario.ok) throw new Error(scenario.error.message);
  return scenario.value;
};
const presets = PRESETS.map(({ id }) => ({ id, records: recordsOf(scenarioOf(id)) }));
const ring = recordsOf(scenarioOf('v2-warp-specialized', { stages: 4, steps: 10 }));

/** Near enough for every bar to be drawn by itself. */
const near = (records: PipelineRecords, index: number): PipelineView => {
  const { from, to } = records.run.spans.at(index)!;
  return { ...view, window: { from: from - 200, to: Math.max(to, from + 50) + 200 } };
};

describe.each(presets)('$id', ({ records }) => {
  const { run } = records;

  test('the middle of a bar is that bar', () => {
    let looked = 0;
    for (const [index, { kind, from, to, barrier }] of run.spans.entries()) {
      if (kind === 'copy' || (kind === 'wait' && !barrier) || to - from < 8) continue;
      const seen = near(records, index);
      const frame = timelineFrame(records, seen);
      const box = spanBox(records, frame, index)!;
      const hit = pipelineFigure(records, seen).hit(box.x + box.width / 2, box.y + box.height / 2);
      const found = highlightAt(records, frame.rows, hit?.highlight?.cell ?? null);
      // A copy that was asked for at the very middle of a wait stands before it.
      if (found?.kind === 'span' && run.spans[found.index].kind === 'copy') continue;
      expect(found, `${kind} ${from}`).toEqual({ kind: 'span', index });
      if (++looked > 40) return;
    }
    expect(looked).toBeGreaterThan(10);
  });

  test('the middle of a stretch of a slot is that stretch', () => {
    const frame = timelineFrame(records, view);
    const figure = pipelineFigure(records, view);
    for (const [index, { buffer, stage, from, to }] of run.slots.entries()) {
      if (xOf(frame, to) - xOf(frame, from) < 3) continue;
      const box = slotBox(records, frame, index)!;
      const hit = figure.hit(box.x + box.width / 2, box.y + box.height / 2);
      const found = highlightAt(records, frame.rows, hit!.highlight!.cell);
      expect(found).toEqual({ kind: 'slot', buffer, stage, at: from });
    }
  });

  test('a highlight is the same one as a cell', () => {
    const { rows } = timelineFrame(records, view);
    const all: PipelineHighlight[] = [
      ...run.spans.map((_, index) => ({ kind: 'span', index }) as const),
      ...run.slots.map(({ buffer, stage, from }) => ({ kind: 'slot', buffer, stage, at: from }) as const),
    ];
    for (const highlight of all)
      expect(highlightAt(records, rows, cellOf(records, rows, highlight))).toEqual(highlight);
  });

  test('the window of everything is the whole', () => {
    const whole = pipelineFigure(records, view).scene;
    const window = { from: -records.originClk, to: records.scaleClk - records.originClk };
    expect(pipelineFigure(records, { ...view, window }).scene).toEqual(whole);
  });

  test('in 100 pixels there are no more marks than pixels and rows', () => {
    const long = pipelineFigure(records, { ...view, width: 240 });
    const rects = long.scene.layers.reduce(
      (sum, layer) => sum + layer.rects.fill.length + layer.hatches.ground.length,
      0,
    );
    expect(rects).toBeLessThan(160 * timelineFrame(records, view).rows.length);
  });
});

const texts = ({ layers }: Scene): string[] => layers.flatMap(layer => layer.texts.map(({ text }) => text));

describe('what belongs together', () => {
  test('a product, its slot and both barriers', () => {
    const index = ring.run.spans.findIndex(({ kind, stage }) => kind === 'mma' && stage === 2);
    const linked = linkedTo(ring, { kind: 'span', index });
    expect(linked.barriers).toEqual(['full[2]', 'empty[2]']);
    expect(linked.slots.map(slot => ring.run.slots[slot])).toMatchObject([{ stage: 2, state: 'read', index: 2 }]);
  });

  test('a wait, its barrier and the slot that it guards', () => {
    const index = ring.run.spans.findIndex(({ kind, barrier }) => kind === 'wait' && barrier?.name === 'full[1]');
    const linked = linkedTo(ring, { kind: 'span', index });
    expect(linked.barriers).toEqual(['full[1]']);
    expect(linked.slots.map(slot => ring.run.slots[slot].stage)).toEqual([1]);
  });

  test('the lens of a product says what it waited for, in cycles of the wait', () => {
    const index = ring.run.spans.findIndex(({ kind, stage }) => kind === 'mma' && stage === 0);
    const { lines } = pipelineFigure(ring, view).markOf({ cell: { row: 1, column: index }, bank: null })!.lens;
    const wait = ring.run.spans.find(({ kind, barrier }) => kind === 'wait' && barrier?.name === 'full[0]')!;
    expect(lines).toContain(
      `waited ${Math.round(wait.to - wait.from).toLocaleString('en-US')} cycles for full[0] before`,
    );
    expect(lines).toContain('Stage 0, guarded by full[0] and empty[0]');
  });

  test('the lens of a barrier says phase, parity and what is due, as the events have it', () => {
    const event = ring.run.barrierEvents.findIndex(
      ({ barrier, phase, pendingBytes }) => barrier === 'full[1]' && phase === 1 && pendingBytes > 0,
    );
    const { rows } = timelineFrame(ring, view);
    const cell = cellOf(ring, rows, { kind: 'barrier', name: 'full[1]', at: ring.run.barrierEvents[event].at });
    const { title, lines } = pipelineFigure(ring, view).markOf({ cell, bank: null })!.lens;
    expect(title).toBe('full[1]: phase 1, parity 1');
    expect(lines[1]).toBe('0 arrivals and 32,768 B due');
  });
});

describe('what goes wrong', () => {
  const broken = mistakesOf(ring.scenario).find(({ id }) => id === 'consumer: no arrive on empty')!;
  const deadlock = recordsOf(broken.apply());

  test('a deadlock is said, drawn to the right edge, and a sound run has none', () => {
    const frame = timelineFrame(deadlock, view);
    const figure = pipelineFigure(deadlock, view);
    expect(figure.differing).toMatch(/^deadlock at [\d,]+$/);
    expect(pipelineFigure(ring, view).differing).toBe('');
    const [producer, consumer] = frame.rows;
    const right = frame.plot.x + frame.plot.width - 3;
    expect(figure.hit(right, producer.y + 5)?.lens.lines.join(' ')).toMatch(/for ever/);
    // Its wait began at the deadlock and took no time: it has no span.
    expect(figure.hit(right, consumer.y + 5)?.lens.title).toMatch(/^Consumer waits at full\[0\]/);
    expect(pipelineFigure(ring, view).hit(right, producer.y + 5)).toBeNull();
  });

  test('waits that close a ring have an arrow for each role of the ring', () => {
    const cycle = recordsOf(scenarioOf('fa3-forward', { blocks: 3, firstArrive: false }));
    const conflict = themes.light.conflict.ink;
    const arrows = ({ scene }: ReturnType<typeof pipelineFigure>) =>
      scene.layers.flatMap(layer =>
        layer.paths.filter(
          ({ d, width, stroke }) => width > 0 && d.includes('C') && scene.palette[stroke] === conflict,
        ),
      );
    expect(cycle.run.deadlock!.cycle.length).toBe(2);
    expect(arrows(pipelineFigure(cycle, view))).toHaveLength(2);
    expect(arrows(pipelineFigure(deadlock, view))).toHaveLength(0);
  });

  test('a fault has a flag that says what is wrong', () => {
    const overrun = recordsOf(scenarioOf('fa3-forward', { blocks: 3, tiles: 2, skipFirstSync: true }));
    const [fault] = overrun.run.faults;
    expect(fault.kind).toBe('overrun');
    const frame = timelineFrame(overrun, view);
    const row = frame.rows.find(each => each.kind === 'role' && each.name === fault.role)!;
    const mark = pipelineFigure(overrun, view).hit(xOf(frame, fault.at) + 3, row.y + 2)!;
    expect(mark.lens.title).toMatch(/^Fault: overrun at/);
    expect(mark.lens.lines.join(' ')).toContain(fault.message);
    expect(mark.pickable).toBe(false);
  });
});

describe('another source', () => {
  const under = (records: PipelineRecords) => ({ source: 'emulated' as const, spans: records.run.spans });

  test('that says the same has no flag', () => {
    expect(firstSpanDifference(ring, under(ring))).toBeNull();
    const nameless = ring.run.spans.map(({ buffer: _, ...span }) => span);
    expect(firstSpanDifference(ring, { source: 'measured', spans: nameless })).toBeNull();
  });

  test('has a lens of its own at the foot of a row', () => {
    const records = { ...ring, under: [{ ...under(ring), source: 'measured' as const }, under(ring)] };
    const frame = timelineFrame(records, view);
    const row = frame.rows[1];
    const mma = ring.run.spans.find(({ kind }) => kind === 'mma')!;
    const mark = pipelineFigure(records, view).hit(xOf(frame, (mma.from + mma.to) / 2), row.y + row.height - 2)!;
    expect(mark.lens.title).toBe('Emulated: consumer multiplies, ring[0]');
    expect(mark.pickable).toBe(false);
  });

  test('is flagged where a span is elsewhere, missing, or at another time', () => {
    const fewer = recordsOf(scenarioOf('v2-warp-specialized', { stages: 3, steps: 10 }));
    expect(firstSpanDifference(ring, under(fewer))).toMatchObject({
      role: 'producer',
      words: 'producer: 4th copy differs',
    });
    const shorter = recordsOf(scenarioOf('v2-warp-specialized', { stages: 4, steps: 9 }));
    expect(firstSpanDifference(ring, under(shorter))?.words).toBe('producer: 10th copy differs');
    const late = {
      source: 'measured' as const,
      spans: ring.run.spans.map(span => ({ ...span, from: span.from + 3000, to: span.to + 3000 })),
    };
    expect(firstSpanDifference(ring, late)).not.toBeNull();
  });
});

test('the critical path is drawn along all of its work', () => {
  for (const { id, records } of presets) {
    const { criticalPath, spans } = records.run;
    const tracks = tracksOf(records);
    const work = records.scenario.roles.flatMap(({ name }) =>
      (['mma', 'softmax', 'alu', 'store', 'wait', 'idle', 'issue'] as const).map(kind => tracks.path(name, kind)),
    );
    const copies = records.scenario.buffers.flatMap(({ name, stages }) =>
      Array.from({ length: stages }, (_, stage) => tracks.pathOfCopies(name, stage)),
    );
    const drawn = [...work, ...copies].reduce((sum, track) => sum + track.coveredClk(0, records.run.totalClk), 0);
    const pieces = criticalPath.filter(({ span }) => span >= 0);
    expect(drawn, id).toBeCloseTo(
      pieces.reduce((sum, { from, to }) => sum + to - from, 0),
      3,
    );
    // A wait is not on the critical path: the path goes through the work that ends the wait.
    for (const { span } of pieces) expect(spans[span].kind, id).not.toBe('wait');
  }
});

test('the axis begins at what it is aligned on, for bars and for the playhead', () => {
  const originClk = 1661;
  const aligned = { ...ring, originClk };
  const frame = timelineFrame(aligned, view);
  expect(xOf(frame, originClk) - frame.plot.x).toBeCloseTo(originClk * frame.pxPerClk, 6);
  expect(frame.window.from).toBe(-originClk);
  expect(texts(pipelineFigure(aligned, { ...view, playhead: 0 }).scene)).toContain('0');
});

describe('the table', () => {
  test('has all spans in sight in the order of time', () => {
    const { rows } = pipelineFigure(ring, view).table();
    const shown = ring.run.spans.filter(({ kind, barrier }) => kind !== 'wait' || barrier);
    expect(rows).toHaveLength(shown.length);
    const begins = rows.map(row => Math.round(ring.run.spans[Number(row[0])].from));
    expect(begins).toEqual(begins.toSorted((a, b) => a - b));
  });

  test('says how many it leaves out of a long run', () => {
    const long = longRun(12_000);
    const { rows } = pipelineFigure(long, view).table();
    expect(rows).toHaveLength(1001);
    expect(rows[1000][2]).toBe('11,000 spans more in sight: zoom in to list them');
    const zoomed = pipelineFigure(long, { ...view, window: { from: 0, to: 1000 } }).table();
    expect(zoomed.rows.at(-1)![0]).not.toBe('…');
  });
});

test('a phone keeps the names of all rows', () => {
  const narrow = { ...view, width: 350 };
  const names = texts(pipelineFigure(ring, narrow).scene);
  for (const name of ['Producer', 'Consumer', 'Tensor pipe', 'Stage 3', 'full[3]', 'empty[3]'])
    expect(names).toContain(name);
  expect(texts(pipelineFigure(ring, view).scene)).toContain('4 warps');
  expect(names).not.toContain('4 warps');
});

test('a name loses of its middle what there is no room for', () => {
  expect(shortened('WarpSchedulerWG1', 10, 200)).toBe('WarpSchedulerWG1');
  expect(shortened('WarpSchedulerWG1', 10, 80)).toBe('WarpSc…WG1');
  expect(shortened('WarpSchedulerWG1', 10, 0)).toBe('W…WG1');
  expect(shortened('bar', 10, 0)).toBe('bar');
});

test('the bytes of a stage arrive as long as the engine was at them, also where they do not fill it', () => {
  const widthOfFirst = (records: PipelineRecords): number => {
    const { from, to } = [...records.run.slots].find(({ state }) => state === 'filling')!;
    const seen = { ...view, window: { from, to } };
    const { plot, rows } = timelineFrame(records, seen);
    const { y, height } = rows.find(row => row.kind === 'slot')!;
    const hatches = pipelineFigure(records, seen).scene.layers.flatMap(({ hatches: { geometry } }) =>
      Array.from({ length: geometry.length / 5 }, (_, i) => geometry.subarray(5 * i, 5 * i + 5)),
    );
    const arriving = hatches.find(([x, top]) => top >= y && top < y + height && x <= plot.x + plot.width)!;
    return (arriving[2] * (to - from)) / plot.width;
  };
  const halved = JSON.parse(JSON.stringify(ring.scenario), (key, value) =>
    key === 'steps'
      ? value.map((step: object) => ('bytes' in step ? { ...step, bytes: Number(step.bytes) / 2 } : step))
      : value,
  );
  const { bytes } = ring.scenario.buffers[0];
  const clk = bytes / ring.scenario.resources.copyBytesPerClk;
  expect(Math.abs(widthOfFirst(ring) - clk)).toBeLessThan(clk / 20);
  expect(Math.abs(widthOfFirst(recordsOf(halved)) - clk / 2)).toBeLessThan(clk / 20);
});

describe('brackets', () => {
  const records = recordsOf(scenarioOf('a4-overlap', { headDim: 128, blocks: 4 }));
  const words = (of: PipelineRecords, brackets: boolean): string[] =>
    pipelineFigure(of, { ...view, brackets })
      .scene.layers.flatMap(layer => layer.texts.map(({ text }) => text))
      .filter(text => text.includes('under'));

  test('name the product that hides each softmax but the first, of each consumer', () => {
    expect(words(records, true).map(text => text.replace(/.*under /, ''))).toEqual([
      'v0',
      'v1',
      'v2',
      'v0',
      'v1',
      'v2',
    ]);
    expect(words(records, false)).toEqual([]);
  });

  test('there are none where products and softmax take turns', () => {
    expect(words(recordsOf(scenarioOf('a3-specialized', { headDim: 128, blocks: 4 })), true)).toEqual([]);
  });

  test('make room below the work, and leave bars where they were', () => {
    const [plain, under] = [false, true].map(brackets => timelineFrame(records, { ...view, brackets }));
    const heights = (rows: typeof plain.rows) => rows.map(row => row.workPx);
    expect(heights(under.rows)).toEqual(heights(plain.rows));
    expect(under.plot.height).toBeGreaterThan(plain.plot.height);
  });
});

test('two other sources lie below each other', () => {
  const spans = ring.run.spans;
  const both = {
    ...ring,
    under: [
      { source: 'emulated' as const, spans },
      { source: 'measured' as const, spans },
    ],
  };
  const frame = timelineFrame(both, view);
  const row = frame.rows[1];
  const mma = spans.find(({ kind }) => kind === 'mma')!;
  const x = xOf(frame, (mma.from + mma.to) / 2);
  const titleAt = (up: number) => pipelineFigure(both, view).hit(x, row.y + row.height - up)?.lens.title;
  expect(titleAt(2)).toMatch(/^Measured/);
  expect(titleAt(frame.footPx + 2)).toMatch(/^Emulated/);
});

test('another source has its softmax below its products, where a role has one', () => {
  const records = recordsOf(scenarioOf('a4-overlap', { headDim: 128, blocks: 4 }));
  const { spans } = records.run;
  const both = { ...records, under: [{ source: 'measured' as const, spans }] };
  const frame = timelineFrame(both, view);
  const row = frame.rows.find(each => each.kind === 'role' && each.name === 'consumer 1')!;
  // The softmax of the second block runs under the first product with values.
  const { role, from, to } = spans.filter(({ kind, role }) => kind === 'softmax' && role === 'consumer 1')[1];
  const product = spans.find(each => each.kind === 'mma' && each.role === role && each.to > from && each.from < to)!;
  const x = xOf(frame, (Math.max(from, product.from) + Math.min(to, product.to)) / 2);
  const titleAt = (up: number) => pipelineFigure(both, view).hit(x, row.y + row.height - up)?.lens.title;
  expect(titleAt(2)).toMatch(/^Measured: consumer 1 /);
  expect(titleAt(2)).not.toBe(titleAt(frame.footPx + 2));
  expect(titleAt(frame.footPx + 2)).toMatch(/^Measured: consumer 1 multiplies/);
});

test('where another source goes on beyond what is in sight, it is said when it ends', () => {
  const records = recordsOf(scenarioOf('a4-overlap', { headDim: 128, blocks: 4 }));
  const { totalClk, spans } = records.run;
  const slower = spans.map(span => ({ ...span, from: 2 * span.from, to: 2 * span.to }));
  const both = { ...records, under: [{ source: 'measured' as const, spans: slower }], scaleClk: 2 * totalClk };
  const textsIn = (to: number) =>
    pipelineFigure(both, { ...view, window: { from: 0, to } }).scene.layers.flatMap(({ texts }) =>
      texts.map(({ text }) => text),
    );
  expect(textsIn(totalClk).filter(text => text.startsWith('ends at'))).toHaveLength(2);
  expect(textsIn(2 * totalClk).filter(text => text.startsWith('ends at'))).toEqual([]);
  expect(textsIn(totalClk / 2).filter(text => text.startsWith('ends at'))).toEqual([]);
});
