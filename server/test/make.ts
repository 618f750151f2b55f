// Creates test data through the API and the operator's commands.

import { createAccount } from '../src/features/accounts/account.api.ts'
import { operator } from '../src/features/audit/audit.api.ts'
import { createApiKey } from '../src/features/auth/api-key.api.ts'
import { hashPassword } from '../src/features/auth/password.api.ts'
import type { Context } from '../src/platform/context.ts'
import { randomText } from '../src/platform/crypto/ids.ts'
import { inTransaction } from '../src/platform/db/db.ts'
import type { App } from '../src/platform/http/server.ts'
import { onePixel } from './pictures.ts'

export interface MadeAccount {
  accountId: number
  account: string
  ownerId: string
  userName: string
  password: string
  apiKey: string
  keyId: string
  /** A token of the owner. */
  token: string
}

export interface MadeUser {
  id: string
  userName: string
  keyId: string
  token: string
}

/** All owners share it, because hashing takes longer than the rest of an account. */
const password = randomText(20)
let passwordHash: Promise<string> | undefined

export type Make = ReturnType<typeof createMake>

export function createMake(ctx: Context, app: App) {
  async function token(userName: string, apiKey: string): Promise<string> {
    const answer = await app.inject({ method: 'POST', url: '/api/Auth/Token', payload: { userName, apiKey } })
    const { token, error } = answer.json()
    if (!token) throw new Error(`no token: ${error}`)
    return token
  }

  /** Posts with this token, and must succeed. */
  // biome-ignore lint/suspicious/noExplicitAny: the response of the API.
  async function post(path: string, token: string, payload: object): Promise<any> {
    const headers = { authorization: `Bearer ${token}` }
    const answer = await app.inject({ method: 'POST', url: path, headers, payload })
    if (answer.statusCode !== 201) throw new Error(`POST ${path}: ${answer.body}`)
    return answer.json()
  }

  return {
    token,
    async device(account: Pick<MadeAccount, 'token'>, fields: object = {}) {
      return (await post('/api/devices', account.token, { name: 'Boat', ...fields })).device
    },
    async photo(account: Pick<MadeAccount, 'token'>, deviceId: string) {
      const headers = { authorization: `Bearer ${account.token}`, 'content-type': 'image/png' }
      const url = `/api/devices/${deviceId}/photo`
      const answer = await app.inject({ method: 'PUT', url, headers, payload: onePixel })
      if (answer.statusCode !== 200) throw new Error(`PUT ${url}: ${answer.body}`)
    },
    async group(
      account: Pick<MadeAccount, 'token'>,
      fields: object = {},
    ): Promise<{ id: string; name: string }> {
      return post('/api/groups', account.token, { name: `Group ${randomText(8)}`, ...fields })
    },
    /** Reported by another system through the API. */
    async alert(account: Pick<MadeAccount, 'token'>, deviceId: string, fields: object = {}) {
      return post(`/api/devices/${deviceId}/alerts`, account.token, { alert: { name: 'sos', ...fields } })
    },
    /** Queued until the tracker connects. */
    async command(account: Pick<MadeAccount, 'token'>, deviceId: string, fields: object = {}) {
      return post(`/api/devices/${deviceId}/commands`, account.token, { type: 'position', ...fields })
    },
    /** Cuts a trip an hour ago, if there is one. */
    async trackMark(account: Pick<MadeAccount, 'token'>, deviceId: string, fields: object = {}) {
      const dateTime = new Date(ctx.now().getTime() - 3_600_000).toISOString()
      const body = { dateTime, type: 'cut', ...fields }
      return post(`/api/devices/${deviceId}/trackMarks`, account.token, body)
    },
    /** Percents of a tank of 100 litres by default. */
    async fuelSensor(account: Pick<MadeAccount, 'token'>, deviceId: string, fields: object = {}) {
      const body = { name: `Tank ${randomText(8)}`, source: 'fuel', tankLitres: 100, ...fields }
      return (await post(`/api/devices/${deviceId}/fuelSensors`, account.token, body)).fuelSensor
    },
    /** An SOS rule by default. */
    async rule(account: Pick<MadeAccount, 'token'>, fields: object = {}) {
      return post('/api/alertRules', account.token, { name: `Rule ${randomText(8)}`, type: 'sos', ...fields })
    },
    /** A circle by default. */
    async geofence(
      account: Pick<MadeAccount, 'token'>,
      fields: object = {},
    ): Promise<{ id: string; name: string }> {
      const circle = { geometry: { type: 'Point', coordinates: [2.2, 41.4] }, radius: 500 }
      return post('/api/geofences', account.token, { name: `Port ${randomText(8)}`, ...circle, ...fields })
    },
    async driver(
      account: Pick<MadeAccount, 'token'>,
      fields: object = {},
    ): Promise<{ id: string; name: string }> {
      return post('/api/drivers', account.token, { name: `Driver ${randomText(8)}`, ...fields })
    },
    async driverTag(
      account: Pick<MadeAccount, 'token'>,
      driverId: string,
      fields: object = {},
    ): Promise<{ id: string; tag: string }> {
      return post(`/api/drivers/${driverId}/tags`, account.token, { tag: randomText(16), ...fields })
    },
    /** For SPOT's push by default. */
    async ingestKey(
      account: Pick<MadeAccount, 'token'>,
      fields: object = {},
    ): Promise<{ id: string; secret: string; path: string }> {
      const body = { protocol: 'spot-push', name: `Way ${randomText(8)}`, ...fields }
      const { ingestKey, secret, url } = await post('/api/ingestKeys', account.token, body)
      return { id: ingestKey.id, secret, path: new URL(url).pathname }
    },
    async contact(
      account: Pick<MadeAccount, 'token'>,
      fields: object = {},
    ): Promise<{ id: string; address: string }> {
      const address = `contact-${randomText(8).toLowerCase()}@example.com`
      return post('/api/contacts', account.token, { name: 'Contact', channel: 'email', address, ...fields })
    },
    /** Notifies a contact of its own at once. */
    async escalationPolicy(
      account: Pick<MadeAccount, 'token'>,
      contactId: string,
      fields: object = {},
    ): Promise<{ id: string; name: string }> {
      const steps = [{ afterMinutes: 0, contacts: [contactId] }]
      const body = { name: `Policy ${randomText(8)}`, steps, ...fields }
      return (await post('/api/escalationPolicies', account.token, body)).escalationPolicy
    },
    /** With one override. */
    async onCallSchedule(
      account: Pick<MadeAccount, 'token'>,
      contactId: string,
      fields: object = {},
    ): Promise<{ id: string; name: string; overrideId: string }> {
      const layers = [{ startsOn: '2026-01-01', participants: [contactId] }]
      const body = { name: `Schedule ${randomText(8)}`, layers, ...fields }
      const { id, name } = (await post('/api/onCallSchedules', account.token, body)).onCallSchedule
      const to = new Date(Date.now() + 3_600_000).toISOString()
      const override = { from: new Date().toISOString(), to, participant: contactId }
      const { id: overrideId } = (await post(`/api/onCallSchedules/${id}/overrides`, account.token, override))
        .override
      return { id, name, overrideId }
    },
    /** By distance, unless it has another interval. */
    async maintenancePlan(
      account: Pick<MadeAccount, 'token'>,
      fields: object = {},
    ): Promise<{ id: string; name: string }> {
      const hasInterval = 'everyKm' in fields || 'everyHours' in fields || 'everyDays' in fields
      const body = { name: `Plan ${randomText(8)}`, ...(hasInterval ? {} : { everyKm: 10_000 }), ...fields }
      return (await post('/api/maintenancePlans', account.token, body)).maintenancePlan
    },
    async maintenanceWork(
      account: Pick<MadeAccount, 'token'>,
      { deviceId, planId }: { deviceId: string; planId: string },
      fields: object = {},
    ): Promise<{ id: string }> {
      const path = `/api/devices/${deviceId}/maintenance/${planId}/done`
      return (await post(path, account.token, fields)).maintenanceWork
    },
    async reportDefinition(
      account: Pick<MadeAccount, 'token'>,
      fields: object = {},
    ): Promise<{ id: string; name: string }> {
      const request = { report: 'trips', from: '2026-11-01', to: '2026-11-30', format: 'csv' }
      const body = { name: `Saved ${randomText(8)}`, request, ...fields }
      return (await post('/api/reportDefinitions', account.token, body)).reportDefinition
    },
    /** Daily by default. The recipients are contacts with a verified e-mail address. */
    async reportSchedule(
      account: Pick<MadeAccount, 'token'>,
      recipients: string[],
      fields: object = {},
    ): Promise<{ id: string; name: string }> {
      const body = {
        name: `Schedule ${randomText(8)}`,
        request: { report: 'fleetSummary' },
        formats: ['csv'],
        rhythm: { every: 'daily' },
        time: '07:00',
        period: 'yesterday',
        recipients,
        ...fields,
      }
      return (await post('/api/reportSchedules', account.token, body)).reportSchedule
    },
    /** A live share by default. */
    async share(
      account: Pick<MadeAccount, 'token'>,
      fields: object,
    ): Promise<{ id: string; secret: string; url: string }> {
      return post('/api/shares', account.token, { name: `Share ${randomText(8)}`, type: 'live', ...fields })
    },
    /** Subscribed to everything by default, at an address where nothing listens. */
    async webhook(
      account: Pick<MadeAccount, 'token'>,
      fields: object = {},
    ): Promise<{ id: string; url: string; secret: string }> {
      const url = `https://127.0.0.1:9/${randomText(8)}`
      return post('/api/webhooks', account.token, { name: 'Webhook', url, ...fields })
    },
    /** A user with an API key and a token: by default a standard user without scope and privileges. */
    async user(account: MadeAccount, fields: object = {}): Promise<MadeUser> {
      const email = `user-${randomText(8).toLowerCase()}@example.com`
      const document = { name: 'Sam Standard', email, country: 'ES', timeZone: 'UTC', ...fields }
      const { id, userName } = await post('/api/users', account.token, document)
      const { apiKey, id: keyId } = await inTransaction(ctx, account.accountId, (tx) =>
        createApiKey(tx, { userId: id, userName }, { name: 'test' }, operator),
      )
      return { id, userName, keyId, token: await token(userName, apiKey) }
    },
    /** A token of the owner from a sign-in with the password. */
    async passwordToken({ userName, password }: MadeAccount): Promise<string> {
      const answer = await app.inject({ method: 'POST', url: '/session', payload: { userName, password } })
      return answer.json().token
    },
    /** Without the rule that accounts start with, unless asked for: tests make their own. */
    async account(
      wanted: { timeZone?: string; licenses?: number; userName?: string; hasFirstRule?: boolean } = {},
    ): Promise<MadeAccount> {
      const userName = wanted.userName ?? `owner-${randomText(8)}@example.com`
      passwordHash ??= hashPassword(password)
      const owner = {
        userName,
        name: 'Olga Owner',
        email: userName,
        country: 'ES',
        passwordHash: await passwordHash,
      }
      const { timeZone = 'Europe/Madrid', licenses = 10, hasFirstRule = false } = wanted
      const created = await createAccount(ctx, { name: 'Expedition', timeZone, licenses, owner })
      if (!hasFirstRule) {
        await inTransaction(
          ctx,
          created.accountId,
          ({ db }) => db`delete from alert_rules where account_id = ${db.accountId}`,
        )
      }
      const user = { userId: created.ownerId, userName }
      const { apiKey, id } = await inTransaction(ctx, created.accountId, (tx) =>
        createApiKey(tx, user, { name: 'test' }, operator),
      )
      return { ...created, userName, password, apiKey, keyId: id, token: await token(userName, apiKey) }
    },
  }
}
