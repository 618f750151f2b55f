// Fuel sensors of devices, and their fills and drains.

import type { FuelEvent, FuelSensor, Rastro } from '@rastro/client'
import { Command, InvalidArgumentError, Option } from 'commander'
import type { ClientOptions } from '../connection.ts'
import { asClient, connected } from '../connection.ts'
import { findDevice } from '../finding.ts'
import { printList, timeOf } from '../listing.ts'
import { print } from '../output.ts'
import { periodOf } from '../period.ts'

const deviceWords = 'identifier (IMEI), name, or dev_…'
const perPage = 200

interface ListOptions extends ClientOptions {
  from?: string
  to?: string
  device?: string
  type?: 'fill' | 'drain'
}

const list = () =>
  asClient(
    new Command('list')
      .option('--from <time>', 'only after this time: 2026-11-15, or 2026-11-15T08:00:00Z')
      .option('--to <time>', 'only before this time')
      .option('--device <device>', `only of this device: ${deviceWords}`)
      .addOption(new Option('--type <type>', 'only of this type').choices(['fill', 'drain'])),
  )
    .description('list fills and drains, newest first')
    .action((options: ListOptions) =>
      connected(options, (rastro) => printList(options, eventsOf(rastro, options), eventColumns, 'None.')),
    )

async function* eventsOf(
  rastro: Rastro,
  { type, device, ...options }: ListOptions,
): AsyncGenerator<FuelEvent[]> {
  const query = {
    ...periodOf(options),
    ...(device !== undefined && { deviceId: (await findDevice(rastro, device)).id }),
    ...(type !== undefined && { type }),
    limit: perPage,
  }
  for await (const { fuelEvents } of rastro.pages('/api/fuelEvents', { query })) yield fuelEvents
}

const sensors = () =>
  asClient(new Command('sensors'))
    .description('list the fuel sensors of a device, with their last level')
    .argument('<device>', deviceWords)
    .action((text: string, options: ClientOptions) =>
      connected(options, (rastro) => printList(options, sensorsOf(rastro, text), sensorColumns, 'None.')),
    )

async function* sensorsOf(rastro: Rastro, text: string): AsyncGenerator<FuelSensor[]> {
  const path = { deviceId: (await findDevice(rastro, text)).id }
  yield (await rastro.get('/api/devices/{deviceId}/fuelSensors', { path })).fuelSensors
}

interface ConfirmOptions extends ClientOptions {
  litres?: number
  note?: string
}

const confirm = () =>
  asClient(
    new Command('confirm')
      .option('--litres <litres>', 'by the receipt', litresOf)
      .option('--note <note>', 'anything to remember'),
  )
    .description('confirm a fill or a drain')
    .argument('<event>', 'fev_…')
    .action((fuelEventId: string, { litres, note, ...options }: ConfirmOptions) =>
      connected(options, async (rastro) => {
        const body = {
          confirmed: true,
          ...(litres !== undefined && { litres }),
          ...(note !== undefined && { note }),
        }
        const { fuelEvent } = await rastro.patch('/api/fuelEvents/{fuelEventId}', {
          path: { fuelEventId },
          body,
        })
        print(options, fuelEvent, `Confirmed: ${fuelEvent.type} of ${fuelEvent.litres.toFixed(1)} l`)
      }),
    )

function litresOf(text: string): number {
  const litres = Number(text)
  if (text.trim() === '' || !Number.isFinite(litres) || litres < 0)
    throw new InvalidArgumentError('Not a number of litres.')
  return litres
}

const litresText = (litres: number | null | undefined) => (litres == null ? '' : litres.toFixed(1))

const eventColumns = {
  id: ({ id }: FuelEvent) => id,
  device: ({ deviceId }: FuelEvent) => deviceId,
  from: ({ startedAt }: FuelEvent) => timeOf(startedAt),
  to: ({ endedAt }: FuelEvent) => timeOf(endedAt),
  type: ({ type }: FuelEvent) => type,
  litres: ({ litres }: FuelEvent) => litresText(litres),
  before: ({ levelBefore }: FuelEvent) => litresText(levelBefore),
  after: ({ levelAfter }: FuelEvent) => litresText(levelAfter),
  receipt: ({ confirmed, confirmedLitres }: FuelEvent) =>
    confirmed ? litresText(confirmedLitres) || 'yes' : '',
}

const sensorColumns = {
  id: ({ id }: FuelSensor) => id,
  name: ({ name }: FuelSensor) => name,
  source: ({ source, attribute }: FuelSensor) => attribute ?? source,
  tank: ({ tankLitres }: FuelSensor) => litresText(tankLitres),
  level: ({ lastLevel }: FuelSensor) => litresText(lastLevel?.litres),
  at: ({ lastLevel }: FuelSensor) => (lastLevel ? timeOf(lastLevel.dateTime) : ''),
}

export function fuelCommand(): Command {
  return new Command('fuel')
    .description('fuel sensors, fills and drains')
    .addCommand(list())
    .addCommand(sensors())
    .addCommand(confirm())
}
