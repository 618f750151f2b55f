// An account with data for every view.

import type { MadeAccount } from '../server/test/make.ts'
import { linkSecretIn } from './mail.ts'
import type { Stage } from './stage.ts'

const minuteMs = 60_000

/** Returns the ids by the names of the route parameters. */
export async function fillAccount(stage: Stage, account: MadeAccount): Promise<Record<string, string>> {
  const { make, call } = stage
  const group = await make.group(account, { name: 'Fishing boats' })
  const device = await make.device(account, {
    name: 'Gaviota',
    identifier: '356307040000017',
    groups: [group.id],
  })
  await make.device(account, { name: 'Albatros' })
  const { id: geofenceId } = await make.geofence(account, { name: 'Port of Vigo' })
  const { id: driverId } = await make.driver(account, { name: 'Ana Gil' })
  await make.driverTag(account, driverId, { tag: '01A2B3C4D5E6F708' })
  const { id: contactId, address } = await make.contact(account, { name: 'Harbour office' })
  await call('POST', `/api/contacts/${contactId}/verification`, { token: account.token })
  const { id: ruleId } = await make.rule(account, { name: 'Distress', contacts: [contactId] })
  const { id: webhookId } = await make.webhook(account, { name: 'Harbour' })
  const { id: ingestKeyId } = await make.ingestKey(account)
  const { id: userId } = await make.user(account, { groupIds: [group.id] })
  const share = await make.share(account, { devices: [device.id] })
  const plan = await make.maintenancePlan(account, {
    name: 'Engine service',
    everyHours: 250,
    everyDays: 365,
  })
  await make.maintenanceWork(account, { deviceId: device.id, planId: plan.id }, { note: 'In port' })
  const locations = Array.from({ length: 120 }, (_, step) => ({
    dateTime: new Date(Date.now() - (125 - step) * minuteMs).toISOString(),
    latitude: 42.2 + Math.min(step, 60) / 400,
    longitude: -8.8 - Math.min(step, 60) / 300,
    speed: step < 60 ? 5 : 0,
  }))
  const reported = await call('POST', `/api/devices/${device.id}/locations`, {
    token: account.token,
    body: { locations },
  })
  if (reported.status >= 300) throw new Error(`no locations: ${reported.text}`)
  const alert = await make.alert(account, device.id)
  return {
    deviceId: device.id,
    groupId: group.id,
    geofenceId,
    driverId,
    contactId,
    linkSecret: await linkSecretIn(stage.mailbox, address),
    ruleId,
    webhookId,
    ingestKeyId,
    userId,
    shareId: share.id,
    secret: share.secret,
    token: share.secret,
    alertId: alert.id ?? alert.alert?.id,
  }
}
