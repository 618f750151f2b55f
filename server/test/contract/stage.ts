// Test data of the contract tests and of the tenant matrix: one account with two groups, users of every kind, and another
// account.

import { createHmac } from 'node:crypto'
import { newId, randomText } from '../../src/platform/crypto/ids.ts'
import { privileges } from '../../src/platform/http/caller.ts'
import { makeFuelEvent } from '../fuel/fuelled-device.ts'
import type { MadeAccount, MadeUser } from '../make.ts'
import type { MadeReseller } from '../resale.ts'
import { keepReseller, makeBrand, makeReseller } from '../resale.ts'
import { decode, encode, findSigner, signWith } from '../tokens.ts'
import { makeTrip } from '../trips/driven.ts'
import { makeVisit } from '../trips/stored-areas.ts'
import type { World } from '../world.ts'
import type { Things } from './things.ts'
import {
  makeDelivery,
  makeExport,
  makePasskey,
  makePushSubscription,
  makeReport,
  makeResale,
  makeSchedule,
  makeScimKey,
  makeSession,
  makeSso,
  makeSupportSession,
} from './things.ts'

/**
 * Callers with a valid token: of another account, of another reseller, of the reseller above the account, of another
 * group, or with read access only.
 */
export const callers = ['otherAccount', 'otherReseller', 'provider', 'outsider', 'reader'] as const
/** Callers without a valid token. The last three present the owner's token, forged. */
export const badTokens = [
  'revoked',
  'expired',
  'nobody',
  'for another audience',
  'unsigned',
  'signed with the public key',
] as const
export type Actor = (typeof callers)[number] | (typeof badTokens)[number]

export interface Stage {
  account: MadeAccount
  otherAccount: MadeAccount
  otherReseller: MadeReseller
  /** The reseller above the one whose staff the account is. */
  provider: MadeReseller
  /** Below the reseller of the account. */
  resale: { accountId: string; resellerId: string; priceListId: string; host: string }
  /** Objects of the other account. */
  otherAccountDevice: { id: string }
  otherAccountGroup: { id: string }
  otherAccountUser: MadeUser
  group: { id: string }
  otherGroup: { id: string }
  /** Used by no rule, so visible to those who manage geofences or see all devices. */
  geofence: { id: string }
  /** Has driven no device, so visible to those who manage drivers or see all devices. */
  driver: { id: string; tagId: string }
  /** In the group, with a location. */
  device: { id: string; identifier: string }
  /** Of the device. */
  alert: { id: string }
  rule: { id: string }
  /** In the group, expired. */
  expired: { id: string }
  /** In the other group. */
  otherDevice: { id: string }
  contact: { id: string; address: string }
  /** Of the device. */
  command: { id: string }
  /** On the track of the device. */
  mark: { id: string }
  ingestKey: { id: string; secret: string }
  /** Of the device, without its name. The secret alone gives access. */
  share: { id: string; secret: string }
  webhook: { id: string; url: string; secret: string }
  deliveryId: string
  /** Of the account holder. */
  passkeyId: string
  subscriptionId: string
  /** Of the owner, and of the mate. */
  sessionId: string
  mateSessionId: string
  exportId: string
  /** For single sign-on. */
  domain: string
  scimKeyId: string
  supportSessionId: string
  sensor: { id: string; name: string }
  fuelEventId: string
  definition: { id: string; name: string }
  /** Applies to the device. */
  policy: { id: string; name: string }
  onCallSchedule: { id: string; name: string; overrideId: string }
  plan: { id: string; name: string }
  work: { id: string }
  schedule: { scheduleId: string; recipientId: string }
  /** A report of the account holder. */
  runId: string
  /** Of the device. */
  tripId: string
  brandName: string
  admin: MadeUser
  /** A standard user of the group. */
  mate: MadeUser
  tokens: Record<Actor, string | undefined>
  /** Every identifier and name of the account that must not leak. */
  secrets: Record<'account' | 'group' | 'otherGroup', string[]>
}

export async function setStage(world: World): Promise<Stage> {
  const { make } = world
  const account = await make.account({ licenses: 10_000 })
  const otherAccount = await make.account({ licenses: 10_000 })
  const otherReseller = await makeReseller(world, { licenses: 100 })
  const provider = await makeReseller(world, { licenses: 2_000_000 })
  const resale = await makeResale(world, account, provider.id)
  const brand = await makeBrand(world, (await keepReseller(world, account)).path)
  const group = await make.group(account, { name: `North ${randomText(6)}` })
  const otherGroup = await make.group(account, { name: `South ${randomText(6)}` })
  const geofence = await make.geofence(account)
  const driver = await make.driver(account)
  const driverTag = await make.driverTag(account, driver.id)
  const past = { expires: true, expirationDate: '2020-01-01' }
  const named = (groupId: string) => ({
    name: `Boat ${randomText(6)}`,
    identifier: randomText(15),
    groups: [groupId],
  })
  const device = await make.device(account, named(group.id))
  const expired = await make.device(account, { ...named(group.id), limits: past })
  const otherDevice = await make.device(account, named(otherGroup.id))
  const contact = await make.contact(account)
  const ingestKey = await make.ingestKey(account)
  const webhook = await make.webhook(account)
  const deliveryId = await makeDelivery(world, webhook.id)
  const passkeyId = await makePasskey(world, account)
  const subscriptionId = await makePushSubscription(world, account)
  // The first look makes the key of the installation.
  await world.call('GET', '/api/me/pushSubscriptions', { token: account.token })
  const exportId = await makeExport(world, account.accountId)
  const domain = await makeSso(world, account.accountId)
  const scimKeyId = await makeScimKey(world, account.accountId)
  const supportSessionId = await makeSupportSession(world, account.accountId)
  const definition = await make.reportDefinition(account)
  const schedule = await makeSchedule(world, account)
  const runId = await makeReport(world, account)
  const otherAccountGroup = await make.group(otherAccount)
  const otherAccountDevice = await make.device(otherAccount, { groups: [otherAccountGroup.id] })
  const otherAccountUser = await make.user(otherAccount, { groupIds: [otherAccountGroup.id] })
  await make.photo(account, device.id)
  await world.call('POST', `/api/devices/${device.id}/locations`, {
    token: account.token,
    body: { dateTime: new Date().toISOString(), latitude: 41.5, longitude: 2.1, speed: 3 },
  })

  const alert = await make.alert(account, device.id)
  const rule = await make.rule(account, { devices: [device.id] })
  const command = await make.command(account, device.id)
  const mark = await make.trackMark(account, device.id)
  const policy = await make.escalationPolicy(account, contact.id)
  const onCallSchedule = await make.onCallSchedule(account, contact.id)
  const plan = await make.maintenancePlan(account, { devices: [device.id] })
  const work = await make.maintenanceWork(account, { deviceId: device.id, planId: plan.id })
  const sensor = await make.fuelSensor(account, device.id)
  const fuelEventId = await makeFuelEvent(world, sensor.id)
  const share = await make.share(account, { devices: [device.id], showNames: false })
  const tripId = await makeTrip(world, account.accountId, device.id)
  await makeVisit(world, account.accountId, device.id, geofence.id)

  const admin = await make.user(account, { role: 'administrator' })
  const mate = await make.user(account, { groupIds: [group.id], tags: { colour: 'blue' } })
  const sessionId = await makeSession(world, account.ownerId)
  const mateSessionId = await makeSession(world, mate.id)
  const reader = await make.user(account, { groupIds: [group.id] })
  const outsider = await make.user(account, {
    groupIds: [otherGroup.id],
    adminDevices: true,
    privileges: [...privileges],
  })
  const revoked = await make.user(account, { role: 'administrator' })
  await world.call('DELETE', `/api/apiKeys/${revoked.keyId}`, { token: account.token })
  const late = await make.user(account, { role: 'administrator' })

  return {
    account,
    otherAccount,
    otherReseller,
    provider,
    resale,
    otherAccountDevice,
    otherAccountGroup,
    otherAccountUser,
    group,
    otherGroup,
    geofence,
    driver: { id: driver.id, tagId: driverTag.id },
    device,
    alert,
    rule,
    expired,
    otherDevice,
    contact,
    command,
    mark,
    policy,
    onCallSchedule,
    plan,
    work,
    sensor,
    fuelEventId,
    ingestKey,
    share,
    webhook,
    deliveryId,
    passkeyId,
    subscriptionId,
    sessionId,
    mateSessionId,
    exportId,
    domain,
    scimKeyId,
    supportSessionId,
    definition,
    schedule,
    runId,
    tripId,
    admin,
    mate,
    tokens: {
      otherAccount: otherAccount.token,
      otherReseller: otherReseller.staff.token,
      provider: provider.staff.token,
      outsider: outsider.token,
      reader: reader.token,
      revoked: revoked.token,
      expired: await aged(world, late.token),
      nobody: undefined,
      'for another audience': await forged(world, account.token, 'audience'),
      unsigned: await forged(world, account.token, 'none'),
      'signed with the public key': await forged(world, account.token, 'HS256'),
    },
    brandName: brand.name,
    secrets: {
      account: [
        account.account,
        resale.accountId,
        resale.resellerId,
        resale.priceListId,
        resale.host,
        brand.name,
        brand.address,
        account.ownerId,
        account.userName,
        account.keyId,
        sessionId,
        geofence.id,
        geofence.name,
        driver.id,
        driver.name,
        driverTag.id,
        driverTag.tag,
        admin.id,
        admin.userName,
        revoked.id,
        rule.id,
        rule.name,
        contact.id,
        contact.address,
        ingestKey.id,
        ingestKey.secret,
        webhook.id,
        webhook.url,
        webhook.secret,
        deliveryId,
        passkeyId,
        subscriptionId,
        exportId,
        domain,
        scimKeyId,
        supportSessionId,
        definition.id,
        definition.name,
        schedule.scheduleId,
        schedule.recipientId,
        runId,
      ],
      group: [
        alert.id,
        tripId,
        command.id,
        mark.id,
        plan.id,
        plan.name,
        work.id,
        sensor.id,
        sensor.name,
        fuelEventId,
        share.id,
        share.secret,
        group.id,
        group.name,
        mate.id,
        mate.userName,
        mate.keyId,
        mateSessionId,
        reader.id,
        ...namesOf(device),
        ...namesOf(expired),
      ],
      otherGroup: [otherGroup.id, otherGroup.name, outsider.id, outsider.userName, ...namesOf(otherDevice)],
    },
  }
}

/** Everything belongs to the account's first group; names come with the other account's secrets. */
export function victimsOf(stage: Stage): Things {
  return {
    deviceId: stage.device.id,
    expiredId: stage.expired.id,
    groupId: stage.group.id,
    geofenceId: stage.geofence.id,
    driverId: stage.driver.id,
    tagId: stage.driver.tagId,
    userId: stage.mate.id,
    adminId: stage.admin.id,
    keyId: stage.account.keyId,
    sessionId: stage.sessionId,
    userSessionId: stage.mateSessionId,
    alertId: stage.alert.id,
    ruleId: stage.rule.id,
    contactId: stage.contact.id,
    commandId: stage.command.id,
    markId: stage.mark.id,
    sensorId: stage.sensor.id,
    fuelEventId: stage.fuelEventId,
    ingestKeyId: stage.ingestKey.id,
    shareId: stage.share.id,
    secret: stage.share.secret,
    webhookId: stage.webhook.id,
    deliveryId: stage.deliveryId,
    passkeyId: stage.passkeyId,
    subscriptionId: stage.subscriptionId,
    exportId: stage.exportId,
    domain: stage.domain,
    scimKeyId: stage.scimKeyId,
    supportSessionId: stage.supportSessionId,
    definitionId: stage.definition.id,
    policyId: stage.policy.id,
    onCallScheduleId: stage.onCallSchedule.id,
    overrideId: stage.onCallSchedule.overrideId,
    planId: stage.plan.id,
    workId: stage.work.id,
    ...stage.resale,
    ...stage.schedule,
    runId: stage.runId,
    tripId: stage.tripId,
    userName: stage.account.userName,
    apiKey: stage.otherAccount.apiKey,
    password: `not ${stage.otherAccount.password}`,
  }
}

function namesOf({ id, name, identifier }: { id: string; name: string; identifier: string }): string[] {
  return [id, name, identifier]
}

/** The same token, expired an hour ago. */
async function aged(world: World, token: string): Promise<string> {
  const { header, claims } = decode(token)
  const { privateKey } = await findSigner(world.ctx)
  const now = Math.floor(world.ctx.now().getTime() / 1_000)
  return signWith(privateKey, header, { ...claims, jti: newId('req'), iat: now - 7_200, exp: now - 3_600 })
}

/** The owner's token, forged. */
async function forged(world: World, token: string, how: 'audience' | 'none' | 'HS256'): Promise<string> {
  const { header, claims } = decode(token)
  const { privateKey, publicKey } = await findSigner(world.ctx)
  if (how === 'audience') return signWith(privateKey, header, { ...claims, aud: 'another-api' })
  const text = `${encode({ ...header, alg: how })}.${encode(claims)}`
  if (how === 'none') return `${text}.`
  const key = Buffer.from(await crypto.subtle.exportKey('spki', publicKey)).toString('base64')
  const pem = `-----BEGIN PUBLIC KEY-----\n${key}\n-----END PUBLIC KEY-----\n`
  return `${text}.${createHmac('sha256', pem).update(text).digest('base64url')}`
}

/** Values that must not be in a response to this actor, except those it sent. */
export function hiddenFrom(stage: Stage, actor: Actor, given: string): string[] {
  let sent = given
  const { account, group, otherGroup } = stage.secrets
  // Of the same account: its number and its holder's name are no secret, what is in the other group is.
  const ofMembers: Partial<Record<Actor, string[]>> = { outsider: group, reader: otherGroup }
  const hidden = ofMembers[actor] ?? [...account, ...group, ...otherGroup]
  // A provider knows which accounts and resellers are below it, and nothing that is theirs.
  const { accountId, resellerId } = stage.resale
  if (actor === 'provider') sent += ` ${stage.account.account} ${accountId} ${resellerId}`
  return hidden.filter((secret) => !sent.includes(secret))
}
