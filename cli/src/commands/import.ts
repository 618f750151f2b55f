import { readFile } from 'node:fs/promises'
import type { Rastro } from '@rastro/client'
import { Command } from 'commander'
import type { ClientOptions } from '../connection.ts'
import { asClient, connected } from '../connection.ts'
import { ClientError, UsageError } from '../failure.ts'
import { findDevice } from '../finding.ts'
import { readCsvHistory } from '../importing/csv-history.ts'
import type { Faults } from '../importing/faults.ts'
import { createFaults, printFaults } from '../importing/faults.ts'
import { readGpxHistory } from '../importing/gpx-history.ts'
import type { Source } from '../importing/source.ts'
import { megabytes, openSource } from '../importing/source.ts'
import { readTables } from '../importing/tables.ts'
import type { TraccarResult } from '../importing/traccar.ts'
import { importTraccar } from '../importing/traccar.ts'
import { createUpload } from '../importing/uploading.ts'
import { fieldsOf, print } from '../output.ts'
import { startProgress } from '../progress.ts'

const maxBytesOfRecords = 8 * 1024 ** 2

interface CheckOptions extends ClientOptions {
  check?: boolean
}

const devices = () =>
  asClient(
    new Command('devices').option('--check', 'report what would be created and all errors; change nothing'),
  )
    .description('create all devices of a CSV file, or none')
    .argument('<file>', 'CSV with a header: name, identifier, phoneNumber, model, …; at most 10,000 rows')
    .action((file: string, options: CheckOptions) =>
      connected(options, async (rastro) => {
        const body = await readSmall(file)
        if (!options.check) {
          const { created, ids } = await rastro.post('/api/devices/import', { body })
          return print(options, { created, ids }, `${created} devices created`)
        }
        const { rows, faults, licensesNeeded, licensesFree } = await rastro.post(
          '/api/devices/import/preview',
          { body },
        )
        const summary = `${rows} devices, ${faults.length} errors; ${licensesNeeded} licenses needed, ${licensesFree} free`
        print(
          options,
          { rows, faults, licensesNeeded, licensesFree },
          [...linesOf(faults), summary].join('\n'),
        )
        if (faults.length > 0 || licensesNeeded > licensesFree) process.exitCode = 1
      }),
    )

const drivers = () =>
  asClient(
    new Command('drivers').option('--check', 'report what would be created and all errors; change nothing'),
  )
    .description('create all drivers of a CSV file with their tags, or none')
    .argument(
      '<file>',
      'CSV with a header: name, phone, email, licenseNumber, note, tag; at most 10,000 rows',
    )
    .action((file: string, options: CheckOptions) =>
      connected(options, async (rastro) => {
        const body = await readSmall(file)
        if (!options.check) {
          const { created, ids } = await rastro.post('/api/drivers/import', { body })
          return print(options, { created, ids }, `${created} drivers created`)
        }
        const { rows, faults } = await rastro.post('/api/drivers/import/preview', { body })
        const summary = `${rows} drivers, ${faults.length} errors`
        print(options, { rows, faults }, [...linesOf(faults), summary].join('\n'))
        if (faults.length > 0) process.exitCode = 1
      }),
    )

async function readSmall(file: string): Promise<string> {
  const { totalBytes } = await openSource(file)
  if (totalBytes > maxBytesOfRecords) throw new UsageError(`${file} is larger than 8 MB. Split it.`)
  return readFile(file, 'utf8')
}

function linesOf(faults: { path: string; message: string }[]): string[] {
  return faults.map(({ path, message }) => `line ${path.replace('.', ', ')} ${message}`)
}

interface HistoryOptions extends CheckOptions {
  device: string
  timeZone: string
}

const history = () =>
  asClient(
    new Command('history')
      .requiredOption('--device <device>', 'device of the history: identifier (IMEI), name, or dev_…')
      .option('--time-zone <zone>', 'time zone of times without one in a CSV file', readZone, 'UTC')
      .option('--check', 'read the whole file and report errors; send nothing'),
  )
    .description('import the locations of a GPX or CSV file; duplicates are skipped')
    .argument('<file>', '.gpx or .csv, optionally compressed as .gz; locations of up to a year ago')
    .action((file: string, options: HistoryOptions) =>
      connected(options, async (rastro) => {
        const { id } = await findDevice(rastro, options.device)
        await importHistory(rastro, await openSource(file), id, options)
      }),
    )

async function importHistory(rastro: Rastro, source: Source, deviceId: string, options: HistoryOptions) {
  const faults = createFaults()
  const upload = options.check ? undefined : createUpload(rastro, faults)
  const progress = startProgress('MB read', options)
  const pieces = source.read((bytes) => progress.at(megabytes(bytes), megabytes(source.totalBytes)))
  const rows = /\.gpx(\.gz)?$/i.test(source.file)
    ? readGpxHistory(pieces)
    : readCsvHistory(readTables(pieces), options.timeZone)
  let read = 0
  for await (const row of rows) {
    read += 1
    if ('fault' in row) faults.add(row.where, row.fault)
    else await upload?.add(deviceId, row.location, row.where)
  }
  progress.end()
  const sending = startProgress('Sent', options)
  const uploaded = (await upload?.end(sending.at)) ?? { stored: 0, duplicates: 0, accepted: 0 }
  sending.end()
  if (read === 0) throw new ClientError(`${source.file} contains no locations.`)
  const result = { deviceId, read, ...uploaded, refused: faults.total }
  const words = options.check
    ? `${read} locations, ${faults.total} faults`
    : `${read} locations: ${uploaded.stored} stored, ${uploaded.duplicates} duplicates, ${faults.total} rejected${waiting(uploaded)}`
  end(options, faults, result, words)
}

interface TraccarOptions extends CheckOptions {
  timeZone: string
}

const traccar = () =>
  asClient(
    new Command('traccar')
      .option('--time-zone <zone>', 'time zone of the times in the export', readZone, 'UTC')
      .option('--check', 'count the records and list what cannot be imported; change nothing'),
  )
    .description('import devices, groups and positions from the database of a Traccar server')
    .argument(
      '<files...>',
      'tc_devices, tc_groups and tc_positions as CSV, or a plain pg_dump; optionally compressed as .gz',
    )
    .action((files: string[], options: TraccarOptions) =>
      connected(options, async (rastro) => {
        const sources: Source[] = []
        for (const file of files) sources.push(await openSource(file))
        const faults = createFaults()
        const isCheck = options.check === true
        const settings = { timeZone: options.timeZone, isCheck }
        const result = await importTraccar(rastro, sources, settings, faults, (label) =>
          startProgress(label, options),
        )
        end(options, faults, { ...result, refused: faults.total }, wordsOf(result, isCheck, faults))
      }),
    )

function wordsOf(result: TraccarResult, isCheck: boolean, faults: Faults): string {
  const { devices, positions, notBrought } = result
  const left = Object.entries(notBrought).map(([what, rows]) => `${what} (${rows})`)
  return fieldsOf({
    devices: `${devices.inExport}, ${devices.created} ${isCheck ? 'to create' : 'created'}`,
    groups: devices.groups > 0 ? `${devices.groups} ${isCheck ? 'in the export' : 'created'}` : '',
    positions: `${positions.inExport}, ${positions.sent} ${isCheck ? 'to send' : 'sent'}`,
    stored: isCheck ? '' : `${result.stored}, ${result.duplicates} duplicates${waiting(result)}`,
    'older than a year': positions.tooOld || '',
    'of unknown devices': positions.ofUnknownDevices || '',
    refused: faults.total || '',
    'not imported': left.join(', '),
  })
}

function waiting({ accepted }: { accepted: number }): string {
  return accepted > 0 ? `, ${accepted} accepted and being stored` : ''
}

function end(options: ClientOptions, faults: Faults, result: object, words: string): void {
  printFaults(options, faults)
  print(options, { ...result, faults: faults.named }, words)
  if (faults.total > 0) process.exitCode = 1
}

function readZone(text: string): string {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: text }).resolvedOptions().timeZone
  } catch {
    throw new UsageError(`"${text}" is not an IANA time zone, like Europe/Madrid.`)
  }
}

export function importCommand(): Command {
  return new Command('import')
    .description('import devices, drivers, history, or a whole Traccar server')
    .addCommand(devices())
    .addCommand(drivers())
    .addCommand(history())
    .addCommand(traccar())
}
