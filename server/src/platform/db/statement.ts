// One prepared statement on the wire, preceded in the same round trip by the scope it may see.
// PostgreSQL treats all messages before a Sync as one transaction (protocol, "Pipelining"), so a setting
// that is local to the transaction applies to exactly the following statement. This saves begin and commit.

import { createHash } from 'node:crypto'
import { channel } from 'node:diagnostics_channel'
import pg from 'pg'

/** The rows a statement can access: one account's, those of a reseller, the directory's, or those the recorder writes. */
export type Scope = { accountId: number } | { resellerPath: string } | 'directory' | 'recorder'

interface Wire {
  bind(message: { portal: string; statement: string; values: string[] }): void
  execute(message: { portal: string; rows?: number }): void
}

// The driver has these methods, its type declarations do not.
interface DriverQuery extends pg.Query {
  callback: (error: Error | undefined, result: pg.QueryResult) => void
  prepare(wire: Wire): void
  handleCommandComplete(message: unknown, wire: unknown): void
  handleCopyData(message: { chunk: Buffer }): void
  requiresPreparation(): boolean
  handleRowDescription(message: { fields: { name: string }[] }): void
}
const DriverQuery = pg.Query as unknown as new (config: pg.QueryConfig) => DriverQuery

const minCopyBytes = 65_536

export class Statement extends DriverQuery {
  // Returns no row: a setting is never null, so every set_config runs and the condition is false.
  static readonly prepareScope =
    `prepare rastro_scope(text, text, text, text) as select where ${settings('$1', '$2', '$3', '$4').join(' is null or ')} is null`
  private scope: ScopeValues | undefined
  private copied: Buffer = Buffer.alloc(0)
  private copiedBytes = 0

  private constructor({ text, values, name }: pg.QueryConfig, scope: Scope | undefined) {
    super({ text, ...(values && { values }), ...(name !== undefined && { name }) })
    this.scope = scope && scopeValues(scope)
  }

  static run(
    client: pg.ClientBase,
    text: string,
    values: unknown[],
    scope?: Scope,
  ): Promise<Record<string, unknown>[]> {
    return new Promise((resolve, reject) => {
      const statement = new Statement({ text, values, name: nameOf(text) }, scope)
      statement.callback = (error, result) => (error ? reject(withCallerStack(error)) : resolve(result.rows))
      client.query(statement)
    })
  }

  /** The bytes of `copy … to stdout`. Not prepared: its values are in the text. */
  static copy(client: pg.ClientBase, text: string, scope: Scope): Promise<Buffer> {
    return new Promise((resolve, reject) => {
      const statement = new Statement({ text }, scope)
      statement.callback = (error) =>
        error ? reject(withCallerStack(error)) : resolve(statement.copied.subarray(0, statement.copiedBytes))
      client.query(statement)
    })
  }

  /** The same scope as text, for a transaction of several statements. */
  static scopeText(scope: Scope): string {
    const quoted = scopeValues(scope).map((value) => `'${value}'`) as ScopeValues
    return `select ${settings(...quoted).join(', ')}`
  }

  override prepare(wire: Wire): void {
    if (this.scope) {
      wire.bind({ portal: '', statement: 'rastro_scope', values: this.scope })
      wire.execute({ portal: '' })
    }
    super.prepare(wire)
  }

  // The first completion is that of the scope, not of the caller's statement.
  override handleCommandComplete(message: unknown, wire: unknown): void {
    if (this.scope) this.scope = undefined
    else super.handleCommandComplete(message, wire)
  }

  /** The driver uses the memory of the chunk again. */
  override handleCopyData({ chunk }: { chunk: Buffer }): void {
    const end = this.copiedBytes + chunk.length
    if (end > this.copied.length) {
      const larger = Buffer.allocUnsafe(Math.max(end, 2 * this.copied.length, minCopyBytes))
      this.copied.copy(larger, 0, 0, this.copiedBytes)
      this.copied = larger
    }
    chunk.copy(this.copied, this.copiedBytes)
    this.copiedBytes = end
  }

  /** What has a scope, or values, is more than one message. */
  override requiresPreparation(): boolean {
    return true
  }

  override handleRowDescription(message: { fields: { name: string }[] }): void {
    for (const field of message.fields) field.name = camelCase(field.name)
    super.handleRowDescription(message)
  }
}

type ScopeValues = [account: string, directory: string, recorder: string, reseller: string]

/** The numbers of the nodes from the platform down. */
const pathShape = /^(\d{8}\/)+$/

function settings(account: string, directory: string, recorder: string, reseller: string): string[] {
  const values = Object.entries({ account, directory, recorder, reseller })
  return values.map(([name, value]) => `set_config('rastro.${name}', ${value}, true)`)
}

function scopeValues(scope: Scope): ScopeValues {
  if (scope === 'directory') return ['', 'on', '', '']
  if (scope === 'recorder') return ['', '', 'on', '']
  if ('resellerPath' in scope) {
    if (!pathShape.test(scope.resellerPath)) throw new TypeError(`not a path: ${scope.resellerPath}`)
    return ['', '', '', scope.resellerPath]
  }
  if (!Number.isSafeInteger(scope.accountId)) throw new TypeError(`not an account: ${scope.accountId}`)
  return [String(scope.accountId), '', '', '']
}

/** Publishes each text once, when it is first used: tests examine its plan. */
const newTexts = channel('rastro:statement')

const names = new Map<string, string>()
function nameOf(text: string): string {
  let name = names.get(text)
  if (name === undefined) {
    name = createHash('sha256').update(text).digest('base64url').slice(0, 20)
    names.set(text, name)
    newTexts.publish(text)
  }
  return name
}

const camelCased = new Map<string, string>()
function camelCase(name: string): string {
  let cased = camelCased.get(name)
  if (cased === undefined) {
    cased = name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase())
    camelCased.set(name, cased)
  }
  return cased
}

/** The driver's stack ends in a socket; this one shows the calling query. */
function withCallerStack(error: Error): Error {
  Error.captureStackTrace(error, Statement.run)
  return error
}
