/** The beginning of the causes of the alerts of a plan, after the rule. */
export function causePrefix(planNumber: number): string {
  return `maintenance:${planNumber}:`
}
