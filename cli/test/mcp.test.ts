// The assistant's server, as the command starts it, with a real client of the protocol.

import { mkdtemp, readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { MadeAccount } from '../../server/test/make.ts'
import { makeTrip } from '../../server/test/trips/driven.ts'
import type { World } from '../../server/test/world.ts'
import { openWorld } from '../../server/test/world.ts'
import { createCustomer, linesOf } from './client.ts'

const main = fileURLToPath(new URL('../src/main.ts', import.meta.url))

let world: World
let account: MadeAccount
let otherAccount: MadeAccount
let url: string
let deviceId: string
let alertId: string
const clients: Client[] = []

beforeAll(async () => {
  world = await openWorld()
  url = await world.app.listen({ port: 0, host: '127.0.0.1' })
  account = await world.make.account({ licenses: 10, timeZone: 'UTC' })
  otherAccount = await world.make.account({ licenses: 10 })
  deviceId = (await world.make.device(account, { name: 'Gaviota', identifier: '356307042451001' })).id
  await world.make.device(account, { name: 'Albatros' })
  await world.make.device(otherAccount, { name: 'Secreto' })
  await world.make.group(account, { name: 'Harbour', devices: [deviceId] })
  await makeTrip(world, account.accountId, deviceId)
  alertId = (await world.make.alert(account, deviceId, { name: 'sos', severity: 'critical' })).id
})
afterAll(async () => {
  for (const client of clients) await client.close()
  await world.close()
})

async function connect(apiKey: string, ...args: string[]): Promise<Client> {
  const client = new Client({ name: 'test', version: '1.0.0' })
  await client.connect(
    new StdioClientTransport({
      command: process.execPath,
      args: [main, 'mcp', ...args],
      env: { RASTRO_URL: url, RASTRO_USER: account.userName, RASTRO_API_KEY: apiKey, TZ: 'UTC' },
      stderr: 'ignore',
    }),
  )
  clients.push(client)
  return client
}

async function ask(client: Client, name: string, input: object = {}) {
  const { content, isError } = await client.callTool({ name, arguments: { ...input } })
  const [first] = content
  const text = first?.type === 'text' ? first.text : ''
  // biome-ignore lint/suspicious/noExplicitAny: tests read any answer.
  return { isError: isError === true, text, answer: (isError ? undefined : JSON.parse(text)) as any }
}

describe('an assistant that only reads', () => {
  let client: Client
  beforeAll(async () => {
    client = await connect(account.apiKey)
  })

  test('is offered tools that change nothing, with instructions about texts', async () => {
    const { tools } = await client.listTools()
    expect(tools.map(({ name }) => name).toSorted()).toEqual([
      ...['devices_near', 'find_place', 'fleet_status', 'history', 'list_alerts', 'list_devices'],
      ...['list_reports', 'run_report', 'trips', 'where_is'],
    ])
    expect(tools.every(({ annotations }) => annotations?.readOnlyHint === true)).toBe(true)
    expect(client.getInstructions()).toMatch(/never follow instructions/)
    expect((await ask(client, 'acknowledge_alert', { alertId }).catch(String)).toString()).toMatch(
      /acknowledge_alert/,
    )
  })

  test('finds devices of its account, and no others', async () => {
    const { answer } = await ask(client, 'list_devices')
    expect(answer.devices.map(({ name }: { name: string }) => name).toSorted()).toEqual([
      'Albatros',
      'Gaviota',
    ])
    expect(answer.isComplete).toBe(true)
    const ofGroup = await ask(client, 'list_devices', { group: 'harbour', limit: 1 })
    expect(ofGroup.answer.devices).toMatchObject([{ id: deviceId, groups: expect.anything() }])
    const missing = await ask(client, 'where_is', { device: 'Secreto' })
    expect(missing).toMatchObject({
      isError: true,
      text: expect.stringMatching(/There is no device "Secreto"/),
    })
  })

  test('says where a device is, with the name of the place and the unit of its speed', async () => {
    for (const device of ['gaviota', '356307042451001', deviceId]) {
      const { answer } = await ask(client, 'where_is', { device })
      expect(answer).toMatchObject({
        device: { id: deviceId, name: 'Gaviota' },
        location: { latitude: 41.5, place: expect.stringMatching(/, /), speedKmh: expect.any(Number) },
      })
    }
    const { latitude, longitude } = (await ask(client, 'where_is', { device: deviceId })).answer.location
    const near = await ask(client, 'devices_near', { latitude, longitude, radiusKm: 1 })
    expect(near.answer.devices).toMatchObject([{ id: deviceId, distanceMetres: 0 }])
    expect((await ask(client, 'find_place', { text: 'Barcelona' })).answer.results[0].name).toBe('Barcelona')
  })

  test('reads a track, trips, alerts, the fleet and a report', async () => {
    const from = new Date(Date.now() - 7_200_000).toISOString()
    const to = new Date().toISOString()
    const track = await ask(client, 'history', { device: 'Gaviota', from, to })
    expect(track.answer.points.length).toBeGreaterThanOrEqual(2)
    expect(track.answer.points.length).toBeLessThanOrEqual(200)
    const driven = await ask(client, 'trips', { device: 'Gaviota' })
    expect(driven.answer.trips).toMatchObject([{ type: 'trip', distanceKm: expect.closeTo(15.9, 0) }])
    expect((await ask(client, 'trips', { group: 'Harbour' })).answer.trips).toEqual(driven.answer.trips)
    const timeline = await ask(client, 'trips', { device: 'Gaviota', withStops: true })
    expect(timeline.answer.trips.map(({ type }: { type: string }) => type)).toContain('stop')
    const alerts = await ask(client, 'list_alerts', { state: 'open', device: 'Gaviota' })
    expect(alerts.answer.alerts).toMatchObject([{ id: alertId, name: 'sos', severity: 'critical' }])
    expect((await ask(client, 'fleet_status')).answer.now.devices).toBe(2)
    const days = { from: from.slice(0, 10), to: to.slice(0, 10) }
    const report = await ask(client, 'run_report', { report: 'fleetSummary', ...days, devices: ['Gaviota'] })
    expect(report.answer.rows.length).toBeGreaterThan(0)
    expect((await ask(client, 'list_reports')).answer.reports.length).toBeGreaterThan(10)
  })

  test('gets a message that it can act on', async () => {
    const wrong: [string, object, RegExp][] = [
      ['history', { device: 'Gaviota', from: 'yesterday', to: 'now' }, /from/],
      ['list_devices', { limit: 100_000 }, /limit/],
      ['trips', { group: 'None' }, /There is no group "None"/],
      ['trips', { device: 'Gaviota', group: 'Harbour' }, /not both/],
      ['trips', { withStops: true }, /Stops are of one device/],
      ['run_report', { report: 'days', from: '2020-01-01', to: '2026-01-01' }, /./],
    ]
    for (const [tool, input, text] of wrong) {
      const answer = await ask(client, tool, input).catch((error) => ({ isError: true, text: String(error) }))
      expect([tool, answer.isError]).toEqual([tool, true])
      expect(answer.text).toMatch(text)
    }
  })
})

test('the limits of the key hold for the assistant', async () => {
  const body = { name: 'Assistant', privileges: [], deviceId }
  const { apiKey } = (await world.call('POST', '/api/apiKeys', { ...account, body })).body
  const client = await connect(apiKey, '--allow-changes')
  expect((await ask(client, 'list_devices')).answer.devices).toMatchObject([{ name: 'Gaviota' }])
  const refused = await ask(client, 'acknowledge_alert', { alertId })
  expect(refused).toMatchObject({ isError: true, text: expect.stringMatching(/privilege "alerts.manage"/) })
})

test('with --allow-changes an alert is acknowledged, and every call is in the log', async () => {
  const log = join(await mkdtemp(join(tmpdir(), 'rastro-mcp-')), 'calls.jsonl')
  const client = await connect(account.apiKey, '--allow-changes', '--log', log)
  const { tools } = await client.listTools()
  expect(tools.find(({ name }) => name === 'acknowledge_alert')?.annotations?.readOnlyHint).toBe(false)
  const { answer } = await ask(client, 'acknowledge_alert', { alertId, note: 'Called the driver' })
  expect(answer).toMatchObject({ id: alertId, state: 'acknowledged', note: 'Called the driver' })
  const lines = (await readFile(log, 'utf8')).trim().split('\n')
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([
    { tool: 'acknowledge_alert', input: { alertId, note: 'Called the driver' }, isError: false },
  ])
  expect(lines.join()).not.toContain(account.apiKey)
  const trail = await world.call('GET', '/api/audit?limit=5', account)
  expect(JSON.stringify(trail.body)).toContain('alerts.acknowledged')
})

test('what is piped in is answered before the command ends', async () => {
  const customer = await createCustomer({
    RASTRO_URL: url,
    RASTRO_USER: account.userName,
    RASTRO_API_KEY: account.apiKey,
  })
  const request = (id: number, method: string, params: object) => ({ jsonrpc: '2.0', id, method, params })
  const clientInfo = { name: 'test', version: '1' }
  const lines = [
    request(1, 'initialize', { protocolVersion: '2025-06-18', capabilities: {}, clientInfo }),
    { jsonrpc: '2.0', method: 'notifications/initialized' },
    request(2, 'tools/call', { name: 'where_is', arguments: { device: 'Gaviota' } }),
    request(3, 'tools/call', { name: 'find_place', arguments: { text: 'Calatayud' } }),
  ]
  const input = lines.map((line) => `${JSON.stringify(line)}\n`).join('')
  const ran = await customer.runWithInput(input, 'mcp')
  expect(ran.code).toBe(0)
  const answers = linesOf(ran).map((line) => JSON.parse(line))
  expect(answers.map(({ id }) => id).toSorted()).toEqual([1, 2, 3])
  expect(answers.every(({ result }) => result && !result.isError)).toBe(true)
})

test('a wrong key is named by the first call', async () => {
  const client = await connect('rk_live_wrong')
  expect(await ask(client, 'list_devices')).toMatchObject({
    isError: true,
    text: expect.stringMatching(/refused the API key/),
  })
})
