// The fields of exported records: the name in the API, the SQL that renders it, and the columns that it covers.
// The row is `t`.

export type FieldType = 'string' | 'date-time' | 'number' | 'boolean' | 'object' | 'array'

export interface Field {
  sql: string
  type: FieldType
  /** As `column` of the kind's own table, or `table.column`. */
  covers: string[]
}

export interface ExportedKind {
  /** Of the file: `data/<name>.jsonl`. */
  name: string
  table: string
  /** The schema of the API whose fields these are. */
  api?: string
  about: string
  /** Columns by which pages follow each other: unique within the account and indexed. */
  key: Record<string, string>
  fields: Record<string, Field>
  /** Where its coordinates are, which get the name of their place: in the record itself, or in `start` and `end`. */
  located?: 'here' | 'ends'
}

export const text = (column: string): Field => ({ sql: `t.${column}`, type: 'string', covers: [column] })
export const number = (column: string): Field => ({ sql: `t.${column}`, type: 'number', covers: [column] })
export const flag = (column: string): Field => ({ sql: `t.${column}`, type: 'boolean', covers: [column] })
export const object = (column: string): Field => ({ sql: `t.${column}`, type: 'object', covers: [column] })
export const list = (column: string): Field => ({ sql: `t.${column}`, type: 'array', covers: [column] })
export const time = (column: string): Field => ({
  sql: `iso_time(t.${column})`,
  type: 'date-time',
  covers: [column],
})
export const degrees = (column: string): Field => ({
  sql: `t.${column} / 1e7::float8`,
  type: 'number',
  covers: [column],
})
export const hex = (column: string): Field => ({
  sql: `encode(t.${column}, 'hex')`,
  type: 'string',
  covers: [column],
})

/** The public id of the record that an internal number refers to. */
export const idOf = (table: string, column: string): Field => ({
  sql: `(select r.id from ${table} r where r.account_id = t.account_id and r.number = t.${column})`,
  type: 'string',
  covers: [column],
})

export const deviceId = (column = 'device_number'): Field => idOf('devices', column)

/** An expression of several columns. */
export function from(covers: string[], type: FieldType, sql: string): Field {
  return { sql, type, covers }
}

/** Not stored: filled in when the record is written. */
export const computed: Field = { sql: 'null', type: 'object', covers: [] }
