// The columns of a report: the chosen ones in their order, then the others.

/** Undefined if there is no room in that direction. */
export function moveColumn(chosen: readonly string[], key: string, by: 1 | -1): string[] | undefined {
  const at = chosen.indexOf(key)
  const other = chosen[at + by]
  if (at < 0 || other === undefined) return undefined
  return chosen.with(at, other).with(at + by, key)
}

/** The last column stays: a report without columns has no rows. */
export function toggleColumn(chosen: readonly string[], key: string): string[] {
  if (!chosen.includes(key)) return [...chosen, key]
  return chosen.length === 1 ? [...chosen] : chosen.filter((one) => one !== key)
}
