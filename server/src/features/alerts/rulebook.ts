// The rules of each account, cached until they change. Changes take effect within two seconds.

import { LRUCache } from 'lru-cache'
import type { Context } from '../../platform/context.ts'
import { loadShapes } from '../geofences/geofence.api.ts'
import { createGeofenceIndex } from '../geofences/geofence-index.api.ts'
import type { RuleRow } from './rulebook.queries.ts'
import * as queries from './rulebook.queries.ts'
import { kindOf } from './rules/kinds.ts'
import type { Rule, Rulebook, RuleSet } from './rules/rulebook.types.ts'
import { createSchedule } from './rules/schedule.ts'

const maxAccounts = 20_000
const cacheTtlMs = 3_600_000
const pollEveryMs = 1_000
/** Longer than a transaction can last, so that no change is missed. */
const lookBackSeconds = 30

export interface Rulebooks {
  /** By account. Accounts without rules on locations are absent. */
  of(accountIds: Iterable<number>): Promise<Map<number, Rulebook>>
  stop(): void
}

type Needs = Pick<Context, 'db' | 'log'>

export function createRulebooks(ctx: Needs): Rulebooks {
  const books = new LRUCache<number, { book: Rulebook | undefined }>({
    max: maxAccounts,
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
      const judged = own.map(compileRule).filter(({ kind }) => !kind.isTimed)
      const expiresAtMs = new Map(
        expiries
          .filter((one) => one.accountId === accountId)
          .map(({ number, expiresAt }) => [number, +expiresAt]),
      )
      books.set(accountId, {
        book: judged.length > 0 ? await compileBook(ctx, accountId, judged, expiresAtMs) : undefined,
      })
    }
  }

  return {
    async of(accountIds) {
      const wanted = [...new Set(accountIds)]
      const missing = wanted.filter((accountId) => !books.has(accountId))
      if (missing.length > 0) await load(missing)
      const found = new Map<number, Rulebook>()
      for (const accountId of wanted) {
        const book = books.get(accountId)?.book
        if (book) found.set(accountId, book)
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
    kind: kindOf(row.kind),
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
    usesAreas: rules.some(({ kind }) => kind.usesAreas),
  }
}

export async function compileBook(
  ctx: Pick<Context, 'db'>,
  accountId: number,
  rules: Rule[],
  expiresAtMs: ReadonlyMap<number, number>,
): Promise<Rulebook> {
  const usesAreas = rules.some(({ kind }) => kind.usesAreas)
  const shapes = usesAreas ? await loadShapes(ctx, accountId) : []
  const names = usesAreas ? await queries.listAreaNames(ctx.db.recorder, accountId) : []
  const nameOf = new Map(names.map(({ number, name }) => [number, name]))
  const all = ruleSet(rules)
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
