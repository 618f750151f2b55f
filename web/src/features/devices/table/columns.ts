// The columns of the devices table. The name is always there; the user chooses the others.

export const columnNames = [
  'name',
  'state',
  'licensePlate',
  'driver',
  'groups',
  'lastSeen',
  'place',
  'identifier',
  'expires',
  'vehicleType',
  'phoneNumber',
  'protocol',
  'created',
] as const
export type Column = (typeof columnNames)[number]

const defaultColumns: Column[] = [
  'name',
  'state',
  'licensePlate',
  'driver',
  'groups',
  'lastSeen',
  'place',
  'identifier',
  'expires',
]

/** Columns that the server can order by. */
export const sortKeys = { name: 'name', lastSeen: 'lastSeenAt', created: 'createdAt' } as const

export const orders = ['name', '-name', 'createdAt', '-createdAt', 'lastSeenAt', '-lastSeenAt'] as const
export type Order = (typeof orders)[number]

/** The first click on a time shows the newest first. */
export function nextOrder(column: keyof typeof sortKeys, order: Order): Order {
  const key = sortKeys[column]
  const [first, second]: Order[] = column === 'name' ? [key, `-${key}`] : [`-${key}`, key]
  return (order === first ? second : first)!
}

export function directionOf(column: Column, order: Order): 'ascending' | 'descending' | undefined {
  const key = column in sortKeys ? sortKeys[column as keyof typeof sortKeys] : undefined
  if (order === key) return 'ascending'
  return key && order === `-${key}` ? 'descending' : undefined
}

/** From the browser's storage, where anything may be. */
export function parseColumns(stored: unknown): Column[] {
  if (!Array.isArray(stored)) return defaultColumns
  return columnNames.filter((name) => name === 'name' || stored.includes(name))
}
