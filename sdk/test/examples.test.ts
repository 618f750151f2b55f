import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { MadeAccount } from '../../server/test/make.ts'
import type { WholeWorld } from '../../server/test/whole.ts'
import { openWholeWorld } from '../../server/test/whole.ts'

const examples = fileURLToPath(new URL('../examples', import.meta.url))

let world: WholeWorld
let account: MadeAccount
let env: Record<string, string>
let scratch: string
beforeAll(async () => {
  world = await openWholeWorld(0)
  account = await world.make.account({ licenses: 50 })
  const { port } = world.app.server.address() as AddressInfo
  env = {
    PATH: process.env.PATH ?? '',
    RASTRO_URL: `http://127.0.0.1:${port}`,
    RASTRO_USER: account.userName,
    RASTRO_API_KEY: account.apiKey,
  }
  scratch = mkdtempSync(join(tmpdir(), 'rastro-examples-'))
})
afterAll(async () => {
  rmSync(scratch, { recursive: true, force: true })
  await world.close()
})

/** Runs an example in its own directory. */
function start(example: string, args: string[] = [], more: Record<string, string> = {}) {
  const child = spawn(process.execPath, [join(examples, example), ...args], {
    cwd: scratch,
    env: { ...env, ...more },
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk) => {
      output += chunk
    })
  }
  const ended = once(child, 'close').then(([code]) => ({ code, output }))
  return {
    ended,
    prints: (words: string) => expect.poll(() => output).toContain(words),
    async interrupt() {
      child.kill('SIGINT')
      return ended
    },
  }
}

function report(deviceId: string, dateTime: string, latitude = 41.5, longitude = 2.1) {
  const body = { dateTime, latitude, longitude, speed: 10 }
  return world.call('POST', `/api/devices/${deviceId}/locations`, { token: account.token, body })
}
const justNow = () => new Date().toISOString()

async function lastLocationOf(deviceId: string): Promise<string> {
  const { text } = await world.call('GET', `/api/devices/${deviceId}/lastLocation`, { token: account.token })
  return text
}

test('first-steps.ts', async () => {
  const { id } = await world.make.device(account, { name: 'Gaviota' })
  await world.make.device(account, { name: 'Silent' })
  await report(id, '2026-10-05T10:00:00.000Z')
  await expect.poll(() => lastLocationOf(id)).toContain('2026-10-05')
  const { code, output } = await start('first-steps.ts').ended
  expect(output).toContain('Gaviota: 41.5, 2.1 at 2026-10-05T10:00:00.000Z\n')
  expect(output).toContain('Silent: no location yet\n')
  expect(code).toBe(0)
})

test('follow-fleet.ts resumes where it stopped', async () => {
  const { id } = await world.make.device(account)
  const first = start('follow-fleet.ts')
  await first.prints('-- live')
  const times = [justNow()]
  await report(id, times[0]!)
  await first.prints(`${id} ${times[0]} 41.5 2.1 36 km/h`)
  expect((await first.interrupt()).code).toBe(0)

  times.push(justNow())
  await report(id, times[1]!)
  const second = start('follow-fleet.ts')
  await second.prints(`${id} ${times[1]} 41.5 2.1 36 km/h`)
  const { output } = await second.interrupt()
  expect(output).not.toContain(times[0])
})

test('export-month.ts', async () => {
  const { id } = await world.make.device(account, { name: 'Exported' })
  await report(id, '2026-10-31T23:59:59.000Z', 43)
  await report(id, '2026-11-01T00:00:00.000Z', 44)
  await expect.poll(() => lastLocationOf(id)).toContain('2026-11-01')
  for (const [format, point, later] of [
    ['gpx', '<trkpt lat="43" lon="2.1">', '<trkpt lat="44"'],
    ['csv', '43,2.1', '44,2.1'],
  ] as const) {
    const { code, output } = await start('export-month.ts', ['2026-10', format, format]).ended
    expect(output).toContain(`Exported: ${id}.${format}, `)
    expect(code).toBe(0)
    const track = readFileSync(join(scratch, format, `${id}.${format}`), 'utf8')
    expect(track).toContain(point)
    expect(track).not.toContain(later)
  }
  expect((await start('export-month.ts', ['October']).ended).output).toContain('Usage: export-month.ts')
})

test('alerts-to-chat.ts', async () => {
  const posted: string[] = []
  const chat = createServer(async (request, response) => {
    posted.push((await request.setEncoding('utf8').toArray()).join(''))
    response.end()
  })
  chat.listen(0, '127.0.0.1')
  await once(chat, 'listening')
  const address = `http://127.0.0.1:${(chat.address() as AddressInfo).port}/hook`
  const { id } = await world.make.device(account, { name: 'Albatros' })
  const program = start('alerts-to-chat.ts', [], { CHAT_URL: address })
  await program.prints('-- live')
  await world.make.alert(account, id, { name: 'sos', text: 'Man overboard', severity: 'critical' })
  await program.prints('200 Albatros: Man overboard (critical)')
  expect((await program.interrupt()).code).toBe(0)
  expect(JSON.parse(posted[0]!).text).toMatch(/^Albatros: Man overboard \(critical\), 20/)
  expect(posted).toHaveLength(1)
  chat.close()
})

test('watch-harbour.ts', async () => {
  const { id } = await world.make.device(account, { name: 'Leaves' })
  const first = await start('watch-harbour.ts', ['41.35', '2.17', '800']).ended
  expect(first.output).toMatch(/^rul_\w+ watches geo_\w+, 800 m around 41.35, 2.17\n$/)
  const again = await start('watch-harbour.ts', ['41.35', '2.17', '900']).ended
  expect(again.output).toBe(first.output.replace('800', '900'))

  // The recorder reloads rules when they change; a location before that would not trigger this one.
  await expect
    .poll(
      async () => {
        await report(id, new Date(Date.now() - 60_000).toISOString(), 41.35, 2.17)
        await report(id, justNow(), 41.45, 2.17)
        const path = `/api/alerts?deviceId=${id}`
        const { body } = await world.call('GET', path, { token: account.token })
        return body.alerts.map(({ name }: { name: string }) => name)
      },
      { interval: 500 },
    )
    .toContain('geofence.left')
})

test('sync-devices.ts', async () => {
  const identifiers = ['356307042440001', '356307042440002', '356307042440003'] as const
  await world.make.device(account, { name: 'Old name', identifier: identifiers[0] })
  await world.make.device(account, { name: 'Forgotten', identifier: identifiers[2] })
  writeFileSync(
    join(scratch, 'devices.csv'),
    `identifier,name,model\n${identifiers[0]},New name,FMB920\n${identifiers[1]},Second,FMB920\n`,
  )
  const first = await start('sync-devices.ts', ['devices.csv']).ended
  expect(first).toEqual({
    code: 0,
    output: 'changed New name\ncreated Second\nnot in the file: Forgotten\n',
  })
  expect((await start('sync-devices.ts').ended).output).toBe('not in the file: Forgotten\n')
  writeFileSync(join(scratch, 'devices.csv'), `identifier,name,model\n${'9'.repeat(65)},Too long,\n`)
  const refused = await start('sync-devices.ts').ended
  expect(refused.output).toMatch(/^Too long: /)
  expect(refused.code).toBe(1)
})

test('every example is tested here and listed in the README', () => {
  const tests = readFileSync(fileURLToPath(import.meta.url), 'utf8')
  const readme = readFileSync(join(examples, '../README.md'), 'utf8')
  for (const example of readdirSync(examples)) {
    expect(tests).toContain(`start('${example}'`)
    expect(readme).toContain(`(examples/${example})`)
  }
})
