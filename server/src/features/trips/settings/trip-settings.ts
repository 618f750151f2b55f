// Reads and changes trip settings. A change counts from its instant on; the past changes only when a user applies it.

import { isDeepStrictEqual } from 'node:util'
import type { Context, Tx } from '../../../platform/context.ts'
import { lockAccount } from '../../../platform/db/account-lock.queries.ts'
import type { AccountDb } from '../../../platform/db/db.ts'
import type { Caller } from '../../../platform/http/caller.ts'
import { includesGroup } from '../../../platform/http/caller.ts'
import { InvalidError } from '../../../platform/http/errors.ts'
import { recordChanges } from '../../audit/audit.api.ts'
import type { ProfileName, TripSettings } from '../detection/settings.ts'
import { isCoarse } from '../detection/settings.ts'
import type { EarlierSettings, SettingOrigin, SettingsLayer } from '../effective-settings.ts'
import { effectiveSettings, originsOf } from '../effective-settings.ts'
import { earliestMs } from '../epoch.ts'
import type { SettingsRow } from '../trip-settings.queries.ts'
import * as queries from '../trip-settings.queries.ts'
import { applySettings } from '../trip-state.queries.ts'
import type { Subject, SubjectPath } from './subject.ts'
import { devicesOf, getSubject, getWritableSubject, layersOf } from './subject.ts'
import type { Origin, SettingsDocument } from './trip-settings.schema.ts'
import { settingNames } from './trip-settings.schema.ts'

/** A device that is processed after more changes than this is computed without the oldest. */
const maxHistory = 20

export interface ShownSettings {
  settings: SettingsDocument & {
    effective: Record<keyof TripSettings, Origin & { value: TripSettings[keyof TripSettings] }>
    coarse: boolean
    modifiedAt: string | null
  }
  version: number
}

export async function getSettings(
  ctx: Pick<Context, 'db'>,
  caller: Caller,
  path: SubjectPath,
): Promise<ShownSettings> {
  const db = ctx.db.forAccount(caller.accountId)
  return shownSettings(db, caller, await getSubject(db, caller, path))
}

async function shownSettings(db: AccountDb, caller: Caller, subject: Subject): Promise<ShownSettings> {
  const row = await queries.findSettings(db, subject.key)
  const layers = await layersOf(db, subject)
  const values = effectiveSettings(layers)
  const origins = originsOf(layers)
  const effective = Object.fromEntries(
    settingNames.map((name) => [name, { value: values[name], ...toOrigin(caller, subject, origins[name]) }]),
  ) as ShownSettings['settings']['effective']
  const modifiedAt = row?.modifiedAt.toISOString() ?? null
  return {
    settings: { ...toDocument(row), effective, coarse: isCoarse(values), modifiedAt },
    version: row?.version ?? 0,
  }
}

function toOrigin(caller: Caller, subject: Subject, origin: SettingOrigin | undefined): Origin {
  if (!origin) return { source: 'default' }
  const isOwn = origin.subject === subject.key
  const isGroup = origin.subject !== 'account' && !(isOwn && subject.device)
  const level = origin.subject === 'account' ? 'account' : isGroup ? 'group' : 'device'
  const group = isGroup && includesGroup(caller.scope, origin.subject) ? { groupId: origin.subject } : {}
  if (!origin.profile) return { source: level, ...group }
  return { source: 'profile', profile: origin.profile, level, ...group }
}

export function toDocument(row: Pick<SettingsRow, 'profile' | 'settings'> | undefined): SettingsDocument {
  return { profile: row?.profile ?? null, ...row?.settings }
}

export function toLayer(subject: string, document: SettingsDocument): SettingsLayer {
  const { profile = null, ...settings } = document
  return { subject, profile, settings }
}

/** `edit` turns the old document into the new one. Values that are absent are inherited. */
export async function changeSettings(
  ctx: Tx,
  caller: Caller,
  path: SubjectPath,
  edit: (before: { document: SettingsDocument; version: number }) => SettingsDocument,
): Promise<ShownSettings> {
  const subject = await getWritableSubject(ctx.db, caller, path)
  await lockAccount(ctx.db)
  const row = await queries.findSettings(ctx.db, subject.key)
  const before = toDocument(row)
  const document = edit({ document: before, version: row?.version ?? 0 })
  const { profile, settings } = toLayer(subject.key, document)
  if (!isDeepStrictEqual(before, { profile, ...settings })) {
    await saveSettings(ctx, subject, row, { profile, settings })
    await recordChanges(ctx, caller, [
      { action: 'tripSettings.changed', target: subject.target, before, after: { profile, ...settings } },
    ])
  }
  return shownSettings(ctx.db, caller, subject)
}

async function saveSettings(
  ctx: Pick<Tx, 'db' | 'now'>,
  subject: Subject,
  row: SettingsRow | undefined,
  changed: { profile: ProfileName | null; settings: Partial<TripSettings> },
): Promise<void> {
  const earlier: EarlierSettings[] = row
    ? [...row.history, [row.countsFromMs, row.profile, row.settings]]
    : []
  const history = earlier.slice(-maxHistory)
  await queries.saveSettings(ctx.db, { subject: subject.key, ...changed, history }, ctx.now())
}

/** Computes the devices concerned again from an instant on, with the settings of now. Returns how many these are. */
export async function applyToPast(
  ctx: Tx,
  caller: Caller,
  path: SubjectPath,
  { from }: { from: string },
): Promise<{ devices: number }> {
  const subject = await getWritableSubject(ctx.db, caller, path)
  const now = ctx.now()
  if (new Date(from) >= now) {
    throw new InvalidError('body.invalid', 'from must be in the past.', {
      details: [{ path: 'from', message: 'must be in the past' }],
    })
  }
  const concerned = await devicesOf(ctx.db, subject)
  const numbers = concerned.map(({ deviceNumber }) => deviceNumber)
  const fromMs = Math.max(Date.parse(from), earliestMs)
  const devices = await applySettings(ctx.db, numbers, new Date(fromMs), now)
  await recordChanges(ctx, caller, [
    { action: 'tripSettings.applied', target: subject.target, before: null, after: { from, devices } },
  ])
  return { devices }
}
