/** The project's mark: a 4 x 4 tile with its diagonal lit, as a padded column read is. */
const CELLS = Array.from({ length: 16 }, (_, i) => ({ row: i >> 2, column: i & 3 }));

export const Mark = () => (
  <svg width="20" height="20" viewBox="0 0 20 20" aria-hidden="true">
    {CELLS.map(({ row, column }) => (
      <rect
        key={row * 4 + column}
        x={column * 5}
        y={row * 5}
        width="4.4"
        height="4.4"
        fill={row === column ? 'var(--accent)' : row < column ? 'var(--line)' : 'var(--line-strong)'}
      />
    ))}
  </svg>
);
