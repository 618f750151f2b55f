// The objects that requests reference: of the account, of another account, or none that exist.

import { randomUUID } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { createReseller } from '../../src/features/resale/reseller.api.ts'
import { getPlatform } from '../../src/features/resale/tree.api.ts'
import { createPriceList } from '../../src/features/resale/usage/price.api.ts'
import { toSegmentId } from '../../src/features/trips/segment-id.ts'
import { newId, randomText } from '../../src/platform/crypto/ids.ts'
import { seal } from '../../src/platform/crypto/seal.ts'
import { makeFuelEvent } from '../fuel/fuelled-device.ts'
import type { MadeAccount } from '../make.ts'
import { newBrowserKeys } from '../push-browsers.ts'
import { addPendingHost, keepReseller, makeTreeAccount } from '../resale.ts'
import { makeTrip } from '../trips/driven.ts'
import { makeVisit } from '../trips/stored-areas.ts'
import type { World } from '../world.ts'

export interface Things {
  deviceId: string
  /** Expired, so that it can be reactivated. */
  expiredId: string
  groupId: string
  geofenceId: string
  driverId: string
  /** Of the driver. */
  tagId: string
  userId: string
  adminId: string
  keyId: string
  /** Of the owner, and of the user. */
  sessionId: string
  userSessionId: string
  alertId: string
  ruleId: string
  contactId: string
  /** Queued for the tracker. */
  commandId: string
  /** On the track of the device. */
  markId: string
  /** Of the device. */
  sensorId: string
  fuelEventId: string
  ingestKeyId: string
  /** Ended, and corrected once. */
  tripId: string
  shareId: string
  /** Of the share. */
  secret: string
  webhookId: string
  deliveryId: string
  /** Of the account holder. */
  passkeyId: string
  /** Of the account holder. */
  subscriptionId: string
  /** Ready to be downloaded. */
  exportId: string
  definitionId: string
  planId: string
  /** Of the device and the plan. */
  workId: string
  policyId: string
  onCallScheduleId: string
  /** Of the on-call schedule. */
  overrideId: string
  scheduleId: string
  /** A contact that can receive reports. */
  recipientId: string
  /** A report of the account holder, ready to be downloaded. */
  runId: string
  /** Below the reseller whose staff the account is. */
  accountId: string
  resellerId: string
  /** Of that reseller. */
  priceListId: string
  /** Of the reseller whose staff the account is. */
  host: string
  /** Of the account, for single sign-on; not proven. */
  domain: string
  scimKeyId: string
  /** Of the account: a request. */
  supportSessionId: string
  userName: string
  apiKey: string
  password: string
}

/** New objects, which a request may change or delete. */
export async function freshThings(world: World, account: MadeAccount): Promise<Things> {
  const { make, call, superuser } = world
  const { token, userName, apiKey, password } = account
  const makeUser = async (fields: object) => {
    const email = `fresh-${randomText(8).toLowerCase()}@example.com`
    const body = { name: 'Fresh User', email, country: 'ES', timeZone: 'UTC', ...fields }
    return (await call('POST', '/api/users', { token, body })).body
  }
  const group = await make.group(account)
  const geofence = await make.geofence(account)
  const driver = await make.driver(account)
  const contact = await make.contact(account)
  const identifier = randomText(15)
  const device = await make.device(account, { groups: [group.id], tags: { colour: 'blue' }, identifier })
  await make.photo(account, device.id)
  const limits = { expires: true, expirationDate: '2020-01-01' }
  const expired = await make.device(account, { groups: [group.id], limits })
  const user = await makeUser({})
  const admin = await makeUser({ role: 'administrator' })
  // An account may have only so many keys.
  await superuser.query(`delete from api_keys where account_id = $1 and name = 'fresh'`, [account.accountId])
  const key = (await call('POST', '/api/apiKeys', { token, body: { name: 'fresh' } })).body.key
  await call('POST', `/api/devices/${device.id}/locations`, {
    token,
    body: { dateTime: new Date().toISOString(), latitude: 41.5, longitude: 2.1, speed: 3 },
  })
  const alert = await make.alert(account, device.id)
  const rule = await make.rule(account, { devices: [device.id] })
  const command = await make.command(account, device.id)
  await superuser.query(`delete from ingest_keys where account_id = $1 and name = 'fresh'`, [
    account.accountId,
  ])
  const ingestKey = await make.ingestKey(account, {
    name: 'fresh',
    protocol: 'mapping',
    mapping: { identifier: 'item.id' },
  })
  const mark = await make.trackMark(account, device.id)
  const sensor = await make.fuelSensor(account, device.id)
  const share = await make.share(account, { devices: [device.id] })
  const tripId = await makeTrip(world, account.accountId, device.id)
  await makeVisit(world, account.accountId, device.id, geofence.id)
  // And only so many webhooks.
  await superuser.query(`delete from webhooks where account_id = $1 and name = 'fresh'`, [account.accountId])
  const webhook = await make.webhook(account, { name: 'fresh' })
  return {
    webhookId: webhook.id,
    deliveryId: await makeDelivery(world, webhook.id),
    passkeyId: await makePasskey(world, account),
    subscriptionId: await makePushSubscription(world, account),
    exportId: await makeExport(world, account.accountId),
    domain: await makeSso(world, account.accountId),
    scimKeyId: await makeScimKey(world, account.accountId),
    definitionId: (await make.reportDefinition(account)).id,
    ...(await makeResale(world, account)),
    ...(await makeEscalation(world, account, contact.id)),
    ...(await makeMaintenance(world, account, device.id)),
    ...(await makeSchedule(world, account)),
    runId: await makeReport(world, account),
    tripId,
    alertId: alert.id,
    ruleId: rule.id,
    deviceId: device.id,
    expiredId: expired.id,
    groupId: group.id,
    geofenceId: geofence.id,
    driverId: driver.id,
    tagId: (await make.driverTag(account, driver.id)).id,
    userId: user.id,
    adminId: admin.id,
    keyId: key.id,
    supportSessionId: await makeSupportSession(world, account.accountId),
    sessionId: await makeSession(world, account.ownerId),
    userSessionId: await makeSession(world, user.id),
    contactId: contact.id,
    commandId: command.id,
    markId: mark.id,
    sensorId: sensor.id,
    fuelEventId: await makeFuelEvent(world, sensor.id),
    ingestKeyId: ingestKey.id,
    shareId: share.id,
    secret: share.secret,
    userName,
    apiKey,
    password,
  }
}

/** The account becomes the staff of a reseller. Below it a reseller, and an account that is only in the tree. */
export async function makeResale(
  world: World,
  account: MadeAccount,
  parentId = 'platform',
): Promise<Pick<Things, 'accountId' | 'resellerId' | 'priceListId' | 'host'>> {
  const managed = await keepReseller(world, account, { parentId, licenses: 1_000_000 })
  const { id } = managed
  // A reseller may have only so many.
  await world.superuser.query(
    `delete from price_lists l where path = $1 and not exists (select from node_prices p where p.price_list = l.number)`,
    [managed.path],
  )
  await world.superuser.query('delete from hosts where node = (select number from nodes where id = $1)', [
    managed.id,
  ])
  const prices = { licenseDay: 1, email: 1, sms: [{ prefix: '', price: 1 }], accountMonth: 1 }
  const priceListId = await createPriceList(world.ctx, managed, { name: 'Standard', currency: 'EUR', prices })
  const platform = await getPlatform(world.ctx)
  const resellerId = await createReseller(world.ctx, platform, { parentId: id, name: 'Dealer' })
  const host = `${randomText(8).toLowerCase()}.alpha.example`
  await addPendingHost(world, id, host)
  return { resellerId, priceListId, host, accountId: await makeTreeAccount(world, id) }
}

/** A session that nobody has the cookie of. */
export async function makeSession({ superuser }: World, userId: string): Promise<string> {
  const id = newId('ses')
  await superuser.query(
    `insert into sessions (account_id, id, user_id, secret_hash, expires_at, method)
     select account_id, $1, id, '\\x00', now() + interval '1 day', 'password' from users where id = $2`,
    [id, userId],
  )
  return id
}

/** A request for a support session. */
export async function makeSupportSession({ superuser }: World, accountId: number): Promise<string> {
  const id = newId('sup')
  await superuser.query(
    `insert into support_sessions (account_id, id, visitor_id, visitor_name, organization, reason, access, minutes, state,
       requested_at, expires_at)
     values ($1, $2, $3, 'ana@alpha.example', 'Alpha GPS', 'Ticket 4711', 'write', 30, 'requested', now(),
       now() + interval '1 day')`,
    [accountId, id, newId('usr')],
  )
  return id
}

/** A delivery that failed permanently. */
export async function makeDelivery({ superuser }: World, webhookId: string): Promise<string> {
  const id = newId('dlv')
  await superuser.query(
    `insert into webhook_deliveries (account_id, id, webhook_number, event_id, event_type, device_number, body, is_redelivery,
       state, created_at, ended_at)
     select account_id, $1, number, $1, 'alert.raised', 1, '{}', false, 'failed', now(), now()
     from webhooks where id = $2`,
    [id, webhookId],
  )
  return id
}

/** A passkey that no authenticator has: it can be listed and deleted. */
export async function makePasskey(
  { superuser }: World,
  { accountId, ownerId }: Pick<MadeAccount, 'accountId' | 'ownerId'>,
): Promise<string> {
  const id = newId('psk')
  await superuser.query(
    `insert into passkeys (account_id, id, user_id, credential_id, public_key, algorithm, counter, host, name, synced,
       transports, created_at)
     values ($1, $2, $3, $2, '\\x00', -7, 0, 'localhost', 'Phone', false, '{}', now())`,
    [accountId, id, ownerId],
  )
  return id
}

/** A browser whose push service is nowhere, in a session of its own. */
export async function makePushSubscription(
  { superuser, ctx }: World,
  { accountId, ownerId }: Pick<MadeAccount, 'accountId' | 'ownerId'>,
): Promise<string> {
  const [id, sessionId] = [newId('psh'), newId('ses')]
  const endpoint = `https://127.0.0.1/${id}`
  const { shown: keys } = newBrowserKeys()
  await superuser.query(
    `insert into sessions (account_id, id, user_id, secret_hash, expires_at)
     values ($1, $2, $3, '\\x00', now() + interval '10 years')`,
    [accountId, sessionId, ownerId],
  )
  await superuser.query(
    `insert into push_subscriptions (account_id, id, user_id, session_id, endpoint_hash, sealed, service, shows_text,
       created_at, renewed_at)
     values ($1, $2, $3, $4, sha256($2::text::bytea), $5, '127.0.0.1', true, now(), now())`,
    [
      accountId,
      id,
      ownerId,
      sessionId,
      seal(ctx.config.access, 'push subscription', JSON.stringify({ endpoint, keys })),
    ],
  )
  return id
}

/** Of two days ago, so that another can be requested. */
export async function makeExport({ superuser, ctx }: World, accountId: number): Promise<string> {
  const id = newId('exp')
  const archive = Buffer.alloc(1_024)
  await superuser.query('delete from exports where account_id = $1', [accountId])
  await superuser.query(
    `insert into exports (account_id, id, state, requested_by, requested_at, finished_at, expires_at, files, rows, bytes, sha256)
     values ($1, $2, 'ready', 'operator', now() - interval '2 days', now(), now() + interval '5 days', 0, 0, $3, '\\x00')`,
    [accountId, id, archive.length],
  )
  const path = join(ctx.config.exports.dir, String(accountId), `${id}.tar`)
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, archive)
  return id
}

export async function makeScimKey({ superuser }: World, accountId: number): Promise<string> {
  const id = newId('scm')
  await superuser.query('delete from scim_keys where account_id = $1', [accountId])
  await superuser.query(
    `insert into scim_keys (account_id, id, name, secret_hash, created_at) values ($1, $2, 'key', $3, now())`,
    [accountId, id, Buffer.alloc(32)],
  )
  return id
}

/** A provider that is off, and a domain that is not proven. */
export async function makeSso({ superuser }: World, accountId: number): Promise<string> {
  const domain = `fresh-${randomText(8).toLowerCase()}.example`
  await superuser.query('delete from sso_domains where account_id = $1', [accountId])
  await superuser.query(
    `insert into sso_domains (account_id, domain, token, added_at) values ($1, $2, $3, now())`,
    [accountId, domain, randomText(32)],
  )
  await superuser.query(
    `insert into sso_providers (account_id, name, issuer, client_id, secret, mode, creates_users, keeps_api_keys, claim, roles,
       modified_at)
     values ($1, 'fresh', 'https://127.0.0.1:9', 'rastro', '\\x00', 'off', false, true, 'groups', '[]', now())
     on conflict do nothing`,
    [accountId],
  )
  return domain
}

/** An account may have only so many. */
export async function makeSchedule(
  { superuser, make }: World,
  account: Pick<MadeAccount, 'accountId' | 'token'>,
): Promise<{ scheduleId: string; recipientId: string }> {
  const { accountId } = account
  await superuser.query(`delete from report_schedules where account_id = $1 and name = 'fresh'`, [accountId])
  const recipient = await make.contact(account)
  await superuser.query('update contacts set verified_at = now() where id = $1', [recipient.id])
  const { id } = await make.reportSchedule(account, [recipient.id], { name: 'fresh' })
  return { scheduleId: id, recipientId: recipient.id }
}

/** An account may have only so many plans. */
export async function makeMaintenance(
  { superuser, make }: World,
  account: Pick<MadeAccount, 'accountId' | 'token'>,
  deviceId: string,
): Promise<{ planId: string; workId: string }> {
  await superuser.query(`delete from maintenance_plans where account_id = $1 and name = 'fresh'`, [
    account.accountId,
  ])
  const plan = await make.maintenancePlan(account, { name: 'fresh', devices: [deviceId] })
  const work = await make.maintenanceWork(account, { deviceId, planId: plan.id })
  return { planId: plan.id, workId: work.id }
}

/** An account may have only so many policies and schedules. */
export async function makeEscalation(
  { superuser, make }: World,
  account: Pick<MadeAccount, 'accountId' | 'token'>,
  contactId: string,
): Promise<{ policyId: string; onCallScheduleId: string; overrideId: string }> {
  for (const table of ['escalation_policies', 'on_call_schedules'])
    await superuser.query(`delete from ${table} where account_id = $1 and name = 'fresh'`, [
      account.accountId,
    ])
  const policy = await make.escalationPolicy(account, contactId, { name: 'fresh' })
  const schedule = await make.onCallSchedule(account, contactId, { name: 'fresh' })
  return { policyId: policy.id, onCallScheduleId: schedule.id, overrideId: schedule.overrideId }
}

export async function makeReport(
  { superuser }: World,
  { accountId, ownerId }: Pick<MadeAccount, 'accountId' | 'ownerId'>,
): Promise<string> {
  const id = newId('rpt')
  const request = {
    report: 'trips',
    from: '2026-11-01',
    to: '2026-11-02',
    format: 'csv',
    language: 'en',
    units: 'metric',
  }
  const permissions = { role: 'owner', privileges: [], scope: { kind: 'all' } }
  // An account may have only so many unfinished ones.
  await superuser.query('delete from report_runs where account_id = $1', [accountId])
  const { rows } = await superuser.query(
    `insert into report_runs (account_id, id, state, request, permissions, requested_by, requested_at, finished_at, expires_at,
       rows, bytes, sha256, data_version)
     values ($1, $2, 'done', $3, $4, $5, now(), now(), now() + interval '5 days', 0, 3, '\\x00', 0) returning number`,
    [accountId, id, request, permissions, ownerId],
  )
  await superuser.query(`insert into report_files values ($1, $2, 0, 'a,b')`, [accountId, rows[0].number])
  return id
}

/** Well-formed identifiers that do not exist. */
export function noThings(): Things {
  const device = newId('dev')
  return {
    deviceId: device,
    expiredId: device,
    groupId: newId('grp'),
    accountId: newId('acc'),
    resellerId: newId('res'),
    priceListId: newId('prl'),
    geofenceId: newId('geo'),
    driverId: newId('drv'),
    tagId: newId('dtg'),
    userId: newId('usr'),
    adminId: newId('usr'),
    keyId: newId('key'),
    sessionId: newId('ses'),
    userSessionId: newId('ses'),
    alertId: newId('alt'),
    ruleId: newId('rul'),
    contactId: newId('con'),
    commandId: newId('cmd'),
    markId: newId('mrk'),
    sensorId: newId('fse'),
    fuelEventId: newId('fev'),
    ingestKeyId: newId('ing'),
    shareId: newId('shr'),
    secret: `lnk_${randomText(32)}`,
    webhookId: newId('whk'),
    deliveryId: newId('dlv'),
    passkeyId: newId('psk'),
    subscriptionId: newId('psh'),
    exportId: newId('exp'),
    scimKeyId: newId('scm'),
    supportSessionId: newId('sup'),
    host: 'nobody.alpha.example',
    domain: `nobody-${randomText(8).toLowerCase()}.example`,
    definitionId: newId('rdf'),
    planId: newId('mpl'),
    workId: newId('mwk'),
    policyId: newId('esc'),
    onCallScheduleId: newId('ocs'),
    overrideId: newId('oco'),
    scheduleId: newId('rsc'),
    recipientId: newId('con'),
    runId: newId('rpt'),
    tripId: toSegmentId('trip', randomUUID()),
    userName: `nobody-${randomText(8)}`,
    apiKey: 'rk_live_none',
    password: randomText(20),
  }
}
