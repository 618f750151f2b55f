// Maintenance: what is due, the work that was done, and the plans.

import type { MaintenancePlan, MaintenanceState, MaintenanceWork, Rastro } from '@rastro/client'
import { Command, InvalidArgumentError, Option } from 'commander'
import type { ClientOptions } from '../connection.ts'
import { asClient, connected } from '../connection.ts'
import { findDevice, findGroup, findPlan } from '../finding.ts'
import { printList, timeOf } from '../listing.ts'
import { gathered, wholeFrom } from '../options.ts'
import { print } from '../output.ts'
import { requireConsent } from '../prompt.ts'

const deviceWords = 'identifier (IMEI), name, or dev_…'
const planWords = 'its name, or mpl_…'
const perPage = 200
const states = ['ok', 'soon', 'due', 'overdue', 'unknown'] as const

interface ListOptions extends ClientOptions {
  state?: (typeof states)[number]
  group?: string
  plan?: string
}

const list = () =>
  asClient(
    new Command('list')
      .addOption(new Option('--state <state>', 'only in this state').choices(states))
      .option('--group <group>', 'only devices in this group')
      .option('--plan <plan>', `only of this plan: ${planWords}`),
  )
    .description('list what is due, the worst first; of one device or of all')
    .argument('[device]', deviceWords)
    .action((text: string | undefined, options: ListOptions) =>
      connected(options, (rastro) =>
        printList(options, statesOf(rastro, text, options), stateColumns, 'None.'),
      ),
    )

async function* statesOf(
  rastro: Rastro,
  text: string | undefined,
  { state, group, plan }: ListOptions,
): AsyncGenerator<MaintenanceState[]> {
  const planId = plan === undefined ? undefined : (await findPlan(rastro, plan)).id
  if (text !== undefined) {
    const path = { deviceId: (await findDevice(rastro, text)).id }
    const { maintenance } = await rastro.get('/api/devices/{deviceId}/maintenance', { path })
    yield maintenance.filter(
      (one) => (state ?? one.state) === one.state && (planId ?? one.planId) === one.planId,
    )
    return
  }
  const query = {
    ...(state && { state }),
    ...(planId && { planId }),
    ...(group !== undefined && { groupId: (await findGroup(rastro, group)).id }),
    limit: perPage,
  }
  for await (const { maintenance } of rastro.pages('/api/maintenance', { query })) yield maintenance
}

const shortOf = (value: number | null) => (value === null ? '' : Math.round(value * 10) / 10)

const stateColumns = {
  state: ({ state }: MaintenanceState) => state,
  device: ({ deviceName }: MaintenanceState) => deviceName,
  plan: ({ planName }: MaintenanceState) => planName,
  km: ({ remainingKm }: MaintenanceState) => shortOf(remainingKm),
  hours: ({ remainingHours }: MaintenanceState) => shortOf(remainingHours),
  days: ({ remainingDays }: MaintenanceState) => remainingDays,
  forecast: ({ forecastOn }: MaintenanceState) => forecastOn,
  last: ({ lastDoneAt }: MaintenanceState) => timeOf(lastDoneAt),
}

interface DoneOptions extends ClientOptions {
  at?: string
  odometer?: number
  hours?: number
  cost?: number
  currency?: string
  note?: string
}

const done = () =>
  asClient(
    new Command('done')
      .option('--at <time>', 'when it was done, such as 2026-11-15T08:00:00Z; now if absent')
      .option('--odometer <km>', 'what the odometer showed', numberOf)
      .option('--hours <hours>', 'what the hour meter showed', numberOf)
      .option('--cost <amount>', 'in the smallest unit of the currency: 12900 cents', wholeFrom(0))
      .option('--currency <code>', 'such as EUR')
      .option('--note <text>', 'free text'),
  )
    .description('record that the work of a plan was done')
    .argument('<device>', deviceWords)
    .argument('<plan>', planWords)
    .action((device: string, plan: string, options: DoneOptions) =>
      connected(options, async (rastro) => {
        const { at, odometer, hours, cost, currency, note } = options
        const path = {
          deviceId: (await findDevice(rastro, device)).id,
          planId: (await findPlan(rastro, plan)).id,
        }
        const body = {
          ...(at !== undefined && { doneAt: at }),
          ...(odometer !== undefined && { odometer }),
          ...(hours !== undefined && { engineHours: hours }),
          ...(cost !== undefined && { costMinor: cost }),
          ...(currency !== undefined && { currency }),
          ...(note !== undefined && { note }),
        }
        const { maintenanceWork: work } = await rastro.post(
          '/api/devices/{deviceId}/maintenance/{planId}/done',
          { path, body },
        )
        print(options, work, `${work.id}: ${work.planName}, ${timeOf(work.doneAt)}`)
      }),
    )

function numberOf(text: string): number {
  const number = Number(text)
  if (text !== '' && Number.isFinite(number) && number >= 0) return number
  throw new InvalidArgumentError('It must be a number of at least 0.')
}

const work = () =>
  asClient(new Command('work'))
    .description('list the work that was done on a device, what was recorded last first')
    .argument('<device>', deviceWords)
    .action((text: string, options: ClientOptions) =>
      connected(options, (rastro) => printList(options, workOf(rastro, text), workColumns, 'None.')),
    )

async function* workOf(rastro: Rastro, text: string): AsyncGenerator<MaintenanceWork[]> {
  const path = { deviceId: (await findDevice(rastro, text)).id }
  const query = { limit: perPage }
  const pages = rastro.pages('/api/devices/{deviceId}/maintenanceWork', { path, query })
  for await (const { maintenanceWork } of pages) yield maintenanceWork
}

const workColumns = {
  id: ({ id }: MaintenanceWork) => id,
  done: ({ doneAt }: MaintenanceWork) => timeOf(doneAt),
  plan: ({ planName }: MaintenanceWork) => planName,
  km: ({ odometer }: MaintenanceWork) => shortOf(odometer),
  hours: ({ engineHours }: MaintenanceWork) => shortOf(engineHours),
  cost: ({ costMinor, currency }: MaintenanceWork) => (costMinor === null ? '' : `${costMinor} ${currency}`),
  note: ({ note }: MaintenanceWork) => note,
}

const plans = () =>
  asClient(new Command('plans'))
    .description('list the plans')
    .action((options: ClientOptions) =>
      connected(options, (rastro) => printList(options, plansOf(rastro), planColumns, 'No plans.')),
    )

async function* plansOf(rastro: Rastro): AsyncGenerator<MaintenancePlan[]> {
  const pages = rastro.pages('/api/maintenancePlans', { query: { limit: perPage } })
  for await (const { maintenancePlans } of pages) yield maintenancePlans
}

const planColumns = {
  id: ({ id }: MaintenancePlan) => id,
  name: ({ name }: MaintenancePlan) => name,
  km: ({ everyKm }: MaintenancePlan) => everyKm,
  hours: ({ everyHours }: MaintenancePlan) => everyHours,
  days: ({ everyDays }: MaintenancePlan) => everyDays,
  groups: ({ groups }: MaintenancePlan) => groups.length,
  devices: ({ devices }: MaintenancePlan) => devices.length,
}

interface PlanOptions extends ClientOptions {
  name: string
  km?: number
  hours?: number
  days?: number
  device?: string[]
  group?: string[]
}

const addPlan = () =>
  asClient(
    new Command('add-plan')
      .requiredOption('--name <name>', 'unique in the account')
      .option('--km <number>', 'due after this many kilometres', wholeFrom(1))
      .option('--hours <number>', 'due after this many engine hours', wholeFrom(1))
      .option('--days <number>', 'due after this many days', wholeFrom(1))
      .option('--device <device>', 'applies to this device (may be repeated)', gathered)
      .option('--group <group>', 'applies to this group (may be repeated)', gathered),
  )
    .description('create a plan; without devices and groups it applies to all devices')
    .action((options: PlanOptions) =>
      connected(options, async (rastro) => {
        const { name, km, hours, days, device = [], group = [] } = options
        const devices = await Promise.all(device.map((one) => findDevice(rastro, one)))
        const groups = await Promise.all(group.map((one) => findGroup(rastro, one)))
        const body = {
          name,
          ...(km !== undefined && { everyKm: km }),
          ...(hours !== undefined && { everyHours: hours }),
          ...(days !== undefined && { everyDays: days }),
          devices: devices.map(({ id }) => id),
          groups: groups.map(({ id }) => id),
        }
        const { maintenancePlan } = await rastro.post('/api/maintenancePlans', { body })
        print(options, maintenancePlan, `${maintenancePlan.id}  ${maintenancePlan.name}`)
      }),
    )

const deletePlan = () =>
  asClient(new Command('delete-plan').option('--yes', 'do not ask'))
    .description('delete a plan, and the work that was recorded for it')
    .argument('<plan>', planWords)
    .action((text: string, options: ClientOptions & { yes?: boolean }) =>
      connected(options, async (rastro) => {
        const { id, name } = await findPlan(rastro, text)
        await requireConsent(`Delete the plan "${name}" (${id}) and its work?`, options)
        await rastro.delete('/api/maintenancePlans/{planId}', { path: { planId: id } })
        print(options, { deleted: id }, `Deleted ${id}`)
      }),
    )

export function maintenanceCommand(): Command {
  return new Command('maintenance')
    .description('maintenance of devices')
    .addCommand(list())
    .addCommand(done())
    .addCommand(work())
    .addCommand(plans())
    .addCommand(addPlan())
    .addCommand(deletePlan())
}
