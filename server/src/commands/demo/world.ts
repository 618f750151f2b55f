// The demo account and its resources, except locations. Created once; a restart reuses them.

import type { DemoDevice } from '@rastro/simulator/demo/device'
import { reportsFuel } from '@rastro/simulator/demo/encoding'
import { fleets } from '@rastro/simulator/demo/fleets'
import { maxDevices } from '@rastro/simulator/demo/plan'
import { createAccount } from '../../features/accounts/account.api.ts'
import { createRule, listRules } from '../../features/alerts/rule.api.ts'
import type { RuleDocument } from '../../features/alerts/rule.types.ts'
import { createApiKey, listApiKeys, regenerateApiKey } from '../../features/auth/api-key.api.ts'
import { findUserByName } from '../../features/auth/auth.api.ts'
import { hashPassword } from '../../features/auth/password.api.ts'
import { keepDevices } from '../../features/devices/device-changes.api.ts'
import { createSensor } from '../../features/fuel/fuel-sensor.api.ts'
import { createGeofence } from '../../features/geofences/geofence.api.ts'
import { createGroup, listGroups } from '../../features/groups/group.api.ts'
import { createContact } from '../../features/notifications/contact.api.ts'
import { createShare } from '../../features/shares/share.api.ts'
import { setGroupSettings } from '../../features/trips/settings/group-settings.api.ts'
import { createUser } from '../../features/users/user.api.ts'
import type { Context, Tx } from '../../platform/context.ts'
import { sign } from '../../platform/crypto/seal.ts'
import { inTransaction } from '../../platform/db/db.ts'
import type { Caller } from '../../platform/http/caller.ts'
import { createDrivers } from './drivers.ts'
import { demoGeofences } from './geofences.ts'
import { createMappingKey } from './mapping-key.ts'
import type { NamedRule } from './rules.ts'
import { rules, silenceRule } from './rules.ts'
import { showSupport } from './support.ts'
import { tripSettings } from './trips.ts'
import { demoUsers } from './users.ts'
import { vehicleOf } from './vehicles.ts'

export interface DemoWorld {
  caller: Caller
  userName: string
  password: string
  apiKey: string
}

const userName = 'demo@example.com'
const keyName = 'Shown at every start of the demo'
const spareLicenses = 25
const passwordLength = 14
/** More than the longest history of the demo. */
const historyMs = 62 * 86_400_000

export async function ensureWorld(ctx: Context, plan: readonly DemoDevice[]): Promise<DemoWorld> {
  // Derived from the secret, so it is the same at every start and cannot be guessed.
  const password = sign(ctx.config.access, 'demo password', userName)
    .toString('base64url')
    .replace(/[^0-9A-Za-z]/g, '')
    .slice(0, passwordLength)
  const caller = await ensureOwner(ctx, password)
  const [key] = (await listApiKeys(ctx, caller)).filter(({ name }) => name === keyName)
  const apiKey = await inTransaction(ctx, caller.accountId, async (tx) => {
    if (key) {
      await ensureFleet(tx, caller, plan, await readGroups(ctx, caller))
      return (await regenerateApiKey(tx, caller, key.id)).apiKey
    }
    await createResources(tx, caller, plan)
    return (await createApiKey(tx, caller, { name: keyName }, caller)).apiKey
  })
  return { caller, userName, password, apiKey }
}

async function ensureOwner(ctx: Context, password: string): Promise<Caller> {
  let user = await findUserByName(ctx, userName)
  if (!user.userId) {
    await createAccount(ctx, {
      name: 'Rastro demo',
      timeZone: 'Europe/Madrid',
      licenses: maxDevices + spareLicenses,
      owner: {
        userName,
        name: 'Demo',
        email: userName,
        country: 'ES',
        passwordHash: await hashPassword(password),
      },
    })
    user = await findUserByName(ctx, userName)
  }
  return {
    accountId: user.accountId,
    account: user.account,
    userId: user.userId,
    userName,
    role: 'owner',
    privileges: new Set(),
    scope: { kind: 'all' },
    clientId: 'demo',
    authenticatedAt: ctx.now(),
    requestId: 'demo',
  }
}

/** In one transaction, so an interrupted start leaves nothing behind. */
async function createResources(ctx: Tx, caller: Caller, plan: readonly DemoDevice[]): Promise<void> {
  const groups = new Map<string, string>()
  for (const { group, about } of fleets) {
    groups.set(group, await createGroup(ctx, caller, { name: group, description: about }))
  }
  for (const [name, settings] of Object.entries(tripSettings)) {
    await setGroupSettings(ctx, caller, groups.get(name)!, settings)
  }
  await ensureFleet(ctx, caller, plan, groups)
  await createDrivers(ctx, caller)
  await createMappingKey(ctx, caller)
  const geofences = new Map<string, string>()
  // Older than the history, so that it has visits.
  const before = { ...ctx, now: () => new Date(ctx.now().getTime() - historyMs) }
  for (const geofence of demoGeofences)
    geofences.set(geofence.name, await createGeofence(before, caller, geofence))
  // The address is not verified, so the demo sends no e-mail.
  const contact = await createContact(ctx, caller, {
    name: 'Control room',
    channel: 'email',
    address: 'control@example.com',
  })
  for (const rule of rules) {
    const document = { ...withGroups(rule, groups), contacts: [contact] }
    const about = (rule.geofences ?? []).map((name) => geofences.get(name)!)
    await createRule(ctx, caller, { ...document, geofences: about })
  }
  await showSupport(ctx)
  for (const { groupIds: names = [], ...person } of demoUsers) {
    await createUser(ctx, caller, { ...person, groupIds: names.map((name) => groups.get(name)!) }, null)
  }
}

/** Creates the rule for silent devices. */
export async function ensureSilenceRule(ctx: Context, { caller }: DemoWorld): Promise<void> {
  const { count } = await listRules(ctx, caller, { search: silenceRule.name })({ after: 0, limit: 1 })
  if (count > 0) return
  const rule = withGroups(silenceRule, await readGroups(ctx, caller))
  await inTransaction(ctx, caller.accountId, (tx) => createRule(tx, caller, rule))
}

function withGroups(rule: NamedRule, groups: ReadonlyMap<string, string>): RuleDocument {
  return { ...rule, groups: (rule.groups ?? []).flatMap((name) => groups.get(name) ?? []) }
}

/** Of two lorries; fuel is stolen from one of them. */
const demoSensor = { name: 'Main tank', source: 'fuel', tankLitres: 600, litresPer100Km: 30 } as const

async function ensureFleet(
  ctx: Tx,
  caller: Caller,
  plan: readonly DemoDevice[],
  groups: ReadonlyMap<string, string>,
): Promise<void> {
  const documents = plan.map((device, index) => ({
    ...vehicleOf(device.group, index),
    name: device.name,
    identifier: device.identifier,
    model: device.model,
    protocol: device.protocol.replace('-udp', ''),
    description: `Simulated: ${device.route}.`,
    reportsEverySeconds: device.everyS.stationary.live,
    tags: { route: device.route },
    groups: [groups.get(device.group)].filter((id) => id !== undefined),
  }))
  const made = await keepDevices(ctx, caller, documents)
  if (made.length < plan.length) return
  for (const isRobbed of [true, false]) {
    const lorry = plan.findIndex(
      (device) =>
        device.has.tankKm !== undefined && Boolean(device.has.isRobbed) === isRobbed && reportsFuel(device),
    )
    if (lorry >= 0) await createSensor(ctx, caller, made[lorry]!, demoSensor)
  }
  const ferry = plan.findIndex(({ group }) => group === 'Ferries')
  if (ferry < 0) return
  const name = `${plan[ferry]!.name}, for passengers`
  await createShare(ctx, caller, { name, type: 'live', devices: [made[ferry]!] })
}

async function readGroups(ctx: Context, caller: Caller): Promise<Map<string, string>> {
  const { json } = await listGroups(ctx, caller, {})({ after: 0, limit: 1_000 })
  const groups = JSON.parse(`[${json ?? ''}]`) as { id: string; name: string }[]
  return new Map(groups.map(({ id, name }) => [name, id]))
}
