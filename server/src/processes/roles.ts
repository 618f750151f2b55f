// The roles a process can have. `rastro serve` runs all of them, `rastro serve api` one.

export const roles = ['gateway', 'mqtt', 'recorder', 'notifier', 'api'] as const
export type ProcessRole = (typeof roles)[number]

export function isRole(text: string): text is ProcessRole {
  return (roles as readonly string[]).includes(text)
}
