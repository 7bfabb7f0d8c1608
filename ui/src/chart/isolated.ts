/** The places of values that no line is drawn to, since both of their neighbours are missing. */
export function isolated(values: (number | null)[]): number[] {
  const isThere = (index: number) => (values[index] ?? null) !== null;
  return [...values.keys()].filter((index) => isThere(index) && !isThere(index - 1) && !isThere(index + 1));
}
