// The rules of each account, cached until they change. Changes take effect within two seconds.

import { setImmediate } from 'node:timers/promises'
import { LRUCache } from 'lru-cache'
import type { Context } from '../../platform/context.ts'
import { isDatabaseError } from '../../platform/db/db.ts'
import { isUnavailable } from '../../platform/http/errors.ts'
import { upTo } from '../../platform/lru.ts'
import { createSchedule } from '../../platform/time/weekly-hours.ts'
import { countPositions, loadShapes } from '../geofences/geofence.api.ts'
import { createGeofenceIndex } from '../geofences/geofence-index.api.ts'
import type { RuleRow } from './rulebook.queries.ts'
import * as queries from './rulebook.queries.ts'
import { kindOf } from './rules/kinds.ts'
import type { Rule, Rulebook, RuleSet } from './rules/rulebook.types.ts'

const maxAccounts = 20_000
const cacheTtlMs = 3_600_000
const pollEveryMs = 1_000
/** Longer than a transaction can last, so that no change is missed. */
const lookBackSeconds = 30

/** By account. Accounts without rules on locations are absent. */
export interface Books {
  judged: Map<number, Rulebook>
  /** Accounts with rules that are not loaded here, and why. */
  unloaded: Map<number, string>
}

export interface Rulebooks {
  of(accountIds: Iterable<number>): Promise<Books>
  stop(): void
}

/** Preparing the geofences of larger accounts would hold up the event loop. */
const maxPositionsInBatch = 20_000
const rulesPerSlice = 50

type Needs = Pick<Context, 'db' | 'log'>

export function createRulebooks(ctx: Needs, { maxPositions = maxPositionsInBatch } = {}): Rulebooks {
  const books = new LRUCache<number, { book?: Rulebook | undefined; reason?: string }>({
    ...upTo(maxAccounts),
    ttl: cacheTtlMs,
  })
  let seen = new Set<number>()
  let polledAtMs = performance.now()

  const timer = setInterval(async () => {
    const nowMs = performance.now()
    try {
      const seconds = lookBackSeconds + (nowMs - polledAtMs) / 1_000
      const changes = await queries.listChanges(ctx.db.recorder, seconds)
      for (const { number, accountId } of changes) if (!seen.has(number)) books.delete(accountId)
      seen = new Set(changes.map(({ number }) => number))
      polledAtMs = nowMs
    } catch {
      // The database is unavailable: the next poll looks back further.
    }
  }, pollEveryMs)
  timer.unref()

  async function load(accountIds: number[]): Promise<void> {
    const rows = await queries.listRules(ctx.db.recorder, accountIds)
    const expiries = rows.length > 0 ? await queries.listExpiries(ctx.db.recorder, accountIds) : []
    for (const accountId of accountIds) {
      const own = rows.filter((row) => row.accountId === accountId)
      const expiresAtMs = new Map(
        expiries
          .filter((one) => one.accountId === accountId)
          .map(({ number, expiresAt }) => [number, +expiresAt]),
      )
      books.set(accountId, await compile(accountId, own, expiresAtMs))
    }
  }

  /** Faulty rules of one account must not affect the others. */
  async function compile(accountId: number, rows: RuleRow[], expiresAtMs: Map<number, number>) {
    try {
      const rules: Rule[] = []
      for (const [index, row] of rows.entries()) {
        const rule = compileRule(row)
        if (!rule.kind.isTimed) rules.push(rule)
        // A thousand rules with schedules take longer than the event loop may be held up.
        if (index % rulesPerSlice === rulesPerSlice - 1) await setImmediate()
      }
      if (rules.length === 0) return {}
      const { areas } = ruleSet(rules)
      const positions = areas ? await countPositions(ctx, accountId, areas) : 0
      if (positions > maxPositions) return { reason: `its rules use geofences with ${positions} positions` }
      return { book: await compileBook(ctx, accountId, rules, expiresAtMs) }
    } catch (error) {
      if (isDatabaseError(error) || isUnavailable(error)) throw error
      return { reason: (error as Error).message }
    }
  }

  return {
    async of(accountIds) {
      const wanted = [...new Set(accountIds)]
      const missing = wanted.filter((accountId) => !books.has(accountId))
      if (missing.length > 0) await load(missing)
      const found: Books = { judged: new Map(), unloaded: new Map() }
      for (const accountId of wanted) {
        const { book, reason } = books.get(accountId) ?? {}
        if (book) found.judged.set(accountId, book)
        if (reason) found.unloaded.set(accountId, reason)
      }
      return found
    },
    stop: () => clearInterval(timer),
  }
}

export function compileRule(row: RuleRow): Rule {
  const { schedule = [], timeZone, accuracyM } = row.conditions
  const devices = row.appliesTo === 'all' ? undefined : new Set(row.devices ?? [])
  return {
    number: row.number,
    id: row.id,
    name: row.name,
    version: row.version,
    key: `${row.number}.${row.version}`,
    kind: kindOf(row.type),
    severity: row.severity,
    settings: row.settings,
    areas: row.areas ? new Set(row.areas) : 'all',
    accuracyM,
    isActive: createSchedule(schedule, timeZone ?? row.timeZone),
    appliesTo: (deviceNumber) => devices === undefined || devices.has(deviceNumber),
  }
}

export function ruleSet(rules: Rule[]): RuleSet {
  return {
    all: rules,
    basic: rules.filter(({ kind }) => !kind.readsMore),
    ofStatus: rules.filter(({ kind }) => kind.readsStatus),
    areas: areasOf(rules),
  }
}

function areasOf(rules: Rule[]): RuleSet['areas'] {
  const users = rules.filter(({ kind }) => kind.usesAreas)
  if (users.length === 0) return undefined
  const areas = new Set<number>()
  for (const { areas: named } of users) {
    if (named === 'all') return 'all'
    for (const area of named) areas.add(area)
  }
  return areas
}

export async function compileBook(
  ctx: Pick<Context, 'db'>,
  accountId: number,
  rules: Rule[],
  expiresAtMs: ReadonlyMap<number, number>,
): Promise<Rulebook> {
  const all = ruleSet(rules)
  const shapes = all.areas ? await loadShapes(ctx, accountId, all.areas) : []
  const names = all.areas ? await queries.listAreaNames(ctx.db.recorder, accountId, all.areas) : []
  const nameOf = new Map(names.map(({ number, name }) => [number, name]))
  return {
    accountId,
    rulesFor(deviceNumber) {
      const own = rules.filter((rule) => rule.appliesTo(deviceNumber))
      return own.length === rules.length ? all : ruleSet(own)
    },
    index: createGeofenceIndex(shapes),
    nameOfArea: (area) => nameOf.get(area) ?? 'a deleted area',
    isExpired: (deviceNumber, nowMs) => (expiresAtMs.get(deviceNumber) ?? Number.POSITIVE_INFINITY) <= nowMs,
  }
}
