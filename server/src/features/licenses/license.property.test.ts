// Runs random sequences of license operations against the real database and against a small model. Each sequence has
// its own account and clock, so that many run in parallel.

import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { isFullLane, laneSeed } from '../../../../scripts/lane.ts'
import { days } from '../../../test/days.ts'
import type { Limits, ModelDevice, Verdict } from '../../../test/license-model.ts'
import { LicenseModel } from '../../../test/license-model.ts'
import type { World } from '../../../test/world.ts'
import { openWorld } from '../../../test/world.ts'
import type { Context, Tx } from '../../platform/context.ts'
import { newId } from '../../platform/crypto/ids.ts'
import { inTransaction } from '../../platform/db/db.ts'
import type { Caller } from '../../platform/http/caller.ts'
import { CallerError } from '../../platform/http/errors.ts'
import { changeAccount, changeLicenses } from '../accounts/account.api.ts'
import { listDevices } from '../devices/device.api.ts'
import {
  changeDevice,
  createDevices,
  deleteDevice,
  reactivateDevice,
  toDocument,
} from '../devices/device-changes.api.ts'
import { countLicenses } from './license.api.ts'

const sequences = isFullLane ? 1_000 : 200
const lanes = 8
const zones = [...new Set(days.map(({ zone }) => zone))]

let world: World
beforeAll(async () => {
  world = await openWorld({ RASTRO_DATABASE_POOL_SIZE: '12' })
})
afterAll(() => world.close())

/** The system under test: one account, with a clock that the commands set. */
class System {
  readonly caller: Caller
  readonly ctx: Context
  nowMs: number

  constructor(accountId: number, nowMs: number) {
    this.nowMs = nowMs
    this.ctx = { ...world.ctx, now: () => new Date(this.nowMs) }
    this.caller = {
      accountId,
      account: '',
      userId: newId('usr'),
      userName: 'owner',
      role: 'owner',
      privileges: new Set(),
      scope: { kind: 'all' },
      clientId: newId('key'),
      authenticatedAt: new Date(),
      requestId: newId('req'),
    }
  }

  async try(work: (tx: Tx) => Promise<unknown>): Promise<Verdict> {
    try {
      await inTransaction(this.ctx, this.caller.accountId, (tx) => work(tx as Tx))
      return 'done'
    } catch (error) {
      if (error instanceof CallerError) return error.code as Verdict
      throw error
    }
  }

  async look() {
    const page = await listDevices(this.ctx, this.caller, {})({ after: 0, limit: 1_000 })
    const devices: { id: string; state: string; licensed: boolean }[] = JSON.parse(`[${page.json ?? ''}]`)
    const { used, total } = await countLicenses(this.ctx.db.forAccount(this.caller.accountId), this.ctx.now())
    expect(devices.every(({ state, licensed }) => licensed === (state === 'active'))).toBe(true)
    return { used, total, states: Object.fromEntries(devices.map(({ id, state }) => [id, state])) }
  }
}

abstract class Step implements fc.AsyncCommand<LicenseModel, System> {
  check(_model: Readonly<LicenseModel>): boolean {
    return true
  }
  async run(model: LicenseModel, system: System): Promise<void> {
    await this.act(model, system)
    expect(await system.look()).toEqual({ used: model.used(), total: model.total, states: model.states() })
  }
  abstract act(model: LicenseModel, system: System): Promise<void>
  abstract toString(): string
}

const toLimits = ({ expires, date }: Limits) => ({ expires, expirationDate: date })

class Create extends Step {
  readonly limits: Limits
  constructor(limits: Limits) {
    super()
    this.limits = limits
  }
  async act(model: LicenseModel, system: System) {
    let id = ''
    const verdict = await system.try(async (tx) => {
      ;[id = ''] = await createDevices(tx, system.caller, [{ name: 'Boat', limits: toLimits(this.limits) }])
    })
    expect(verdict).toBe(model.create(this.limits))
    if (verdict === 'done') model.devices.push({ id, ...this.limits })
  }
  toString = () => `create(${this.limits.expires ? this.limits.date : 'for ever'})`
}

/** Steps that change an existing device. */
abstract class OfDevice extends Step {
  readonly index: number
  constructor(index: number) {
    super()
    this.index = index
  }
  override check(model: Readonly<LicenseModel>): boolean {
    return model.devices.length > 0
  }
  async act(model: LicenseModel, system: System) {
    await this.actOn(model.devices[this.index % model.devices.length]!, model, system)
  }
  abstract actOn(device: ModelDevice, model: LicenseModel, system: System): Promise<void>
}

class Delete extends OfDevice {
  async actOn({ id }: ModelDevice, model: LicenseModel, system: System) {
    expect(await system.try((tx) => deleteDevice(tx, system.caller, id, () => {}))).toBe('done')
    model.devices = model.devices.filter((device) => device.id !== id)
  }
  toString = () => `delete(${this.index})`
}

class Edit extends OfDevice {
  readonly limits: Limits
  constructor(index: number, limits: Limits) {
    super(index)
    this.limits = limits
  }
  async actOn(device: ModelDevice, model: LicenseModel, system: System) {
    const edit = (tx: Tx) =>
      changeDevice(tx, system.caller, device.id, (before) => ({
        ...toDocument(before),
        limits: toLimits(this.limits),
      }))
    const verdict = await system.try(edit)
    expect(verdict).toBe(model.edit(device, this.limits))
    if (verdict === 'done') Object.assign(device, this.limits)
  }
  toString = () => `edit(${this.index}, ${this.limits.expires}, ${this.limits.date})`
}

class Reactivate extends OfDevice {
  readonly date: string | null
  constructor(index: number, date: string | null) {
    super(index)
    this.date = date
  }
  async actOn(device: ModelDevice, model: LicenseModel, system: System) {
    // Without a new date the old one is kept, disabled.
    const limits = { expires: this.date !== null, date: this.date ?? device.date }
    const wanted = this.date === null ? {} : { expirationDate: this.date }
    const verdict = await system.try((tx) => reactivateDevice(tx, system.caller, device.id, wanted, () => {}))
    expect(verdict).toBe(model.reactivate(device, limits))
    if (verdict === 'done') Object.assign(device, limits)
  }
  toString = () => `reactivate(${this.index}, ${this.date})`
}

class SetTotal extends Step {
  readonly total: number
  constructor(total: number) {
    super()
    this.total = total
  }
  async act(model: LicenseModel, system: System) {
    await changeLicenses(system.ctx, system.caller.accountId, this.total)
    model.total = this.total
  }
  toString = () => `total(${this.total})`
}

class Move extends Step {
  readonly zone: string
  constructor(zone: string) {
    super()
    this.zone = zone
  }
  async act(model: LicenseModel, system: System) {
    const verdict = await system.try((tx) => changeAccount(tx, system.caller, { timeZone: this.zone }))
    expect(verdict).toBe(model.move(this.zone))
    if (verdict === 'done') model.zone = this.zone
  }
  toString = () => `move(${this.zone})`
}

/** Advances the clock by a duration, or to an offset from the account's next midnight. */
class Pass extends Step {
  readonly to: { byMs: number } | { midnightPlusMs: number }
  constructor(to: { byMs: number } | { midnightPlusMs: number }) {
    super()
    this.to = to
  }
  async act(model: LicenseModel, system: System) {
    const { to } = this
    const wantedMs = 'byMs' in to ? model.nowMs + to.byMs : model.nextDayMs() + to.midnightPlusMs
    model.nowMs = Math.max(model.nowMs, wantedMs)
    system.nowMs = model.nowMs
  }
  toString = () => `pass(${JSON.stringify(this.to)})`
}

/** Dates around a day with an unusual start, and the hours around that start. */
const arbitraryStart = fc.record({
  day: fc.constantFrom(...days),
  total: fc.integer({ min: 0, max: 3 }),
  hoursBefore: fc.integer({ min: 0, max: 50 }),
})
type Start = typeof arbitraryStart extends fc.Arbitrary<infer T> ? T : never

function arbitraryCommands({ day }: Start) {
  const date = fc
    .integer({ min: -2, max: 3 })
    .map((offset) => Temporal.PlainDate.from(day.date).add({ days: offset }).toString())
  const limits = fc.oneof(
    fc.record({ expires: fc.constant(true), date }),
    fc.record({ expires: fc.constant(false), date: fc.option(date) }),
  )
  const index = fc.nat({ max: 5 })
  const hourMs = 3_600_000
  return fc.commands(
    [
      limits.map((one) => new Create(one)),
      limits.map((one) => new Create(one)),
      index.map((one) => new Delete(one)),
      fc.tuple(index, limits).map(([at, one]) => new Edit(at, one)),
      fc.tuple(index, fc.option(date)).map(([at, one]) => new Reactivate(at, one)),
      fc.integer({ min: 0, max: 4 }).map((one) => new SetTotal(one)),
      fc.constantFrom(day.zone, ...zones).map((one) => new Move(one)),
      fc.constantFrom(-1, 0, 1, hourMs / 2).map((midnightPlusMs) => new Pass({ midnightPlusMs })),
      fc.constantFrom(1, hourMs / 2, hourMs, 7 * hourMs).map((byMs) => new Pass({ byMs })),
    ],
    { maxCommands: 14, size: 'max' },
  )
}

let lastAccount = 0
async function openHouse({ day, total, hoursBefore }: Start): Promise<{ model: LicenseModel; real: System }> {
  const nowMs = Date.parse(day.beginsAt) - hoursBefore * 3_600_000
  lastAccount += 1
  const accountId = lastAccount
  const [db, publicId] = [world.ctx.db.forAccount(accountId), newId('acc')]
  await db`
    insert into accounts (account_id, public_id, name, time_zone, licenses)
    values (${accountId}, ${publicId}, 'House', ${day.zone}, ${total})`
  await db`insert into directory_accounts (account_id, public_id) values (${accountId}, ${publicId})`
  return { model: new LicenseModel(total, day.zone, nowMs), real: new System(accountId, nowMs) }
}

test(`${sequences} random sequences agree with the model`, async () => {
  const seed = laneSeed
  let steps = 0
  const property = fc.asyncProperty(
    arbitraryStart.chain((start) => fc.tuple(fc.constant(start), arbitraryCommands(start))),
    async ([start, commands]) => {
      await fc.asyncModelRun(() => openHouse(start), commands)
      steps += String(commands).split(',').length
    },
  )
  const runs = Array.from({ length: lanes }, (_, lane) =>
    fc.assert(property, { numRuns: sequences / lanes, seed: seed + lane, endOnFailure: false }),
  )
  const beganAt = performance.now()
  await Promise.all(runs)
  const seconds = ((performance.now() - beganAt) / 1_000).toFixed(1)
  process.stdout.write(`licenses: ${sequences} sequences, ${steps} steps, seed ${seed}, ${seconds} s\n`)
})
