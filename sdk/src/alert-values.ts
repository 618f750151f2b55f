// The values in the text of an alert. Rules write it in English; programs show it in another language and other units.

/** Named as in an explanation. */
export interface AlertValues {
  value?: number
  threshold?: number
  area?: string
  input?: number
  from?: number
  to?: number
  km?: number
  speedKmh?: number
  minutes?: number
  seenAt?: string
  plan?: string
}

/** The texts that server/src/features/alerts/rules writes. */
const patterns: [RegExp, (found: string[]) => AlertValues][] = [
  [
    /is (-?[\d.]+) ?\S*, (?:above|below) (-?[\d.]+)/,
    ([, value, limit]) => ({ value: Number(value), threshold: Number(limit) }),
  ],
  [/^(?:Entered|Left|Stayed in|In the forbidden area) "(.+)"/, ([, area]) => ({ area: String(area) })],
  [/^Fuel went from (\d+) % to (\d+) %$/, ([, from, to]) => ({ from: Number(from), to: Number(to) })],
  [/^Maintenance "(.+)" is due/, ([, plan]) => ({ plan: String(plan) })],
  [/^Input (\d+) (?:is|was) /, ([, input]) => ({ input: Number(input) })],
  [/^Mileage reached ([\d.]+) km$/, ([, km]) => ({ km: Number(km) })],
  [/^Moving at (\d+) km\/h /, ([, speed]) => ({ speedKmh: Number(speed) })],
  [/ for (\d+) minutes$/, ([, minutes]) => ({ minutes: Number(minutes) })],
  [/ since (\S+Z)$/, ([, at]) => ({ seenAt: String(at) })],
]

export function readAlertValues(text: string | null): AlertValues {
  for (const [pattern, read] of patterns) {
    const found = pattern.exec(text ?? '')
    if (found) return read([...found])
  }
  return {}
}
