import { describe, expect, test } from 'vitest';
import { workFill } from './pipeline-timeline/roles.ts';
import { fullFill } from './pipeline-timeline/slots.ts';
import { cssVariables, degreeChip, degreeFill, degreeLabel, type Theme, themes } from './theme.ts';

/** Relative luminance of sRGB (WCAG 2.2). */
function luminance(hex: string): number {
  const [r, g, b] = [1, 3, 5].map(i => {
    const v = Number.parseInt(hex.slice(i, i + 2), 16) / 255;
    return v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

function contrast(a: string, b: string): number {
  const [low, high] = [luminance(a), luminance(b)].sort((x, y) => x - y);
  return (high + 0.05) / (low + 0.05);
}

const grounds = (t: Theme) => [t.page, t.surface, t.sunken];

describe.each(Object.values(themes))('$name theme', theme => {
  test('text tokens hold 4.5:1 on page, surface and sunken', () => {
    const tones = [theme.accent, theme.ok, theme.conflict, theme.warn, theme.stale, ...Object.values(theme.sources)];
    const inks = [
      theme.ink,
      theme.ink2,
      theme.ink3,
      ...tones.map(t => t.ink),
      ...Object.values(theme.roles).map(r => r.ink),
    ];
    for (const ink of inks)
      for (const ground of grounds(theme)) expect(contrast(ink, ground)).toBeGreaterThanOrEqual(4.5);
  });

  test('every tone reads on its own tint', () => {
    for (const tone of [
      theme.accent,
      theme.ok,
      theme.conflict,
      theme.warn,
      theme.stale,
      ...Object.values(theme.sources),
    ])
      expect(contrast(tone.ink, tone.soft)).toBeGreaterThanOrEqual(4.5);
  });

  test('a bank number reads on its bank, a role name on its role, a degree on its step', () => {
    expect(theme.banks).toHaveLength(32);
    for (const fill of theme.banks) expect(contrast(theme.label, fill)).toBeGreaterThanOrEqual(4.6);
    for (const role of Object.values(theme.roles)) expect(contrast(theme.label, role.fill)).toBeGreaterThanOrEqual(4.5);
    for (const n of [1, 2, 4, 8, 16, 32])
      expect(contrast(degreeLabel(theme, n), degreeFill(theme, n))).toBeGreaterThanOrEqual(4);
  });

  test('what a role does reads on its bar, and what a slot holds on the slot', () => {
    for (const tone of Object.values(theme.roles))
      for (const kind of ['mma', 'softmax', 'alu', 'store'] as const)
        expect(contrast(theme.label, workFill(theme, tone, kind))).toBeGreaterThanOrEqual(4.5);
    expect(contrast(theme.label, fullFill(theme))).toBeGreaterThanOrEqual(4.5);
  });

  test('the ramp runs one way in lightness', () => {
    const lightness = [2, 4, 8, 16, 32].map(n => luminance(degreeFill(theme, n)));
    const ordered = lightness.toSorted((a, b) => (theme.name === 'light' ? b - a : a - b));
    expect(lightness).toEqual(ordered);
    expect(new Set(lightness).size).toBe(5);
  });

  test('a conflict-free hit stands out from an idle cell', () => {
    expect(contrast(theme.degree.mark, theme.cellIdle)).toBeGreaterThanOrEqual(3);
  });

  test('a degree chip reads', () => {
    for (const n of [1, 2, 4, 8, 16, 32]) {
      const chip = degreeChip(theme, n);
      expect(contrast(chip.text, chip.fill)).toBeGreaterThanOrEqual(4);
    }
  });

  test('custom properties are kebab-case, unique and hex', () => {
    const variables = cssVariables(theme);
    expect(new Set(variables.map(([name]) => name)).size).toBe(variables.length);
    for (const [name, value] of variables) {
      expect(name).toMatch(/^--[a-z]+(-[a-z0-9]+)*$/);
      expect(value).toMatch(/^#[0-9a-f]{6}$/);
    }
    const names = variables.map(([name]) => name);
    for (const name of ['--page', '--line-strong', '--ink-2', '--cell-idle', '--accent-soft', '--degree-32'])
      expect(names).toContain(name);
    expect(names).toContain('--role-consumer-1-ink');
  });
});

test('between powers of two the lower step holds', () => {
  const { light } = themes;
  expect(degreeFill(light, 0)).toBe(light.degree.mark);
  expect(degreeFill(light, 1)).toBe(light.degree.mark);
  expect(degreeFill(light, 3)).toBe(degreeFill(light, 2));
  expect(degreeFill(light, 31)).toBe(degreeFill(light, 16));
  expect(degreeFill(light, 64)).toBe(degreeFill(light, 32));
});
