const pattern = /^20\d\d-(0[1-9]|1[0-2])$/

export function isMonth(text: string): boolean {
  return pattern.test(text)
}

/** The current one first, as `2026-11`. */
export function lastMonths(now: Date, count: number): string[] {
  return Array.from({ length: count }, (_, index) =>
    new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - index, 1)).toISOString().slice(0, 7),
  )
}

export function periodOf(month: string): { from: string; to: string } {
  const [year, number] = month.split('-').map(Number)
  const last = new Date(Date.UTC(year!, number!, 0)).toISOString().slice(0, 10)
  return { from: `${month}-01`, to: last }
}
