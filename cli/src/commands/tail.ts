// The live event stream in the terminal.

import type { EventKind, Rastro, StreamState } from '@rastro/client'
import { eventKinds } from '@rastro/client/constants'
import { Command, InvalidArgumentError } from 'commander'
import type { ClientOptions } from '../connection.ts'
import { asClient, connected } from '../connection.ts'
import { readEnvironment } from '../environment.ts'
import { findDevice, findGroup } from '../finding.ts'
import { gathered } from '../options.ts'
import { printLine } from '../output.ts'
import type { TailedEvent } from '../tailing/lines.ts'
import { lineOf } from '../tailing/lines.ts'
import { createNames } from '../tailing/names.ts'

interface Options extends ClientOptions {
  kinds?: EventKind[]
  device?: string[]
  group?: string[]
  since?: string
}

export function tailCommand(): Command {
  const command = new Command('tail')
    .option('--kinds <kinds>', `only these kinds, separated by commas: ${eventKinds.join(', ')}`, readKinds)
    .option(
      '--device <device>',
      'only this device: identifier (IMEI), name, or dev_…; may be repeated',
      gathered,
    )
    .option('--group <group>', 'only devices of this group; may be repeated', gathered)
    .option('--since <cursor>', 'resume after this cursor, printed at the end of an earlier tail')
  return asClient(command)
    .description('show live events until Ctrl-C')
    .action((options: Options) => connected(options, (rastro) => tail(rastro, options)))
}

async function tail(rastro: Rastro, options: Options): Promise<void> {
  const { kinds, since, json } = options
  const devices = await idsOf(options.device, (text) => findDevice(rastro, text))
  const groups = await idsOf(options.group, (text) => findGroup(rastro, text))
  const names = json ? undefined : await createNames(rastro)
  const end = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => end.abort())
  const note = (text: string) => process.stderr.write(`${text}\n`)
  let wasCut = false
  const onState = (state: StreamState) => {
    if (state === 'live') note(wasCut ? '— reconnected without gaps' : '— connected; press Ctrl-C to stop')
    else note(state === 'offline' ? '— offline; still trying' : '— disconnected; reconnecting')
    wasCut = state !== 'live'
  }
  let cursor = since
  const colours = process.stdout.isTTY === true && !readEnvironment().isPlain
  const query = { kinds, devices, groups, after: since }
  for await (const { id, type, data } of rastro.stream(query, { signal: end.signal, onState })) {
    cursor = id
    if (json) await printLine(JSON.stringify({ cursor: id, ...(type === 'skipped' ? { type, data } : data) }))
    else if (type === 'skipped') note('— some events are missing: the event log no longer has them')
    else {
      const event = data as TailedEvent
      names?.update(event)
      const name = 'deviceId' in event ? await names?.of(event.deviceId) : 'Account'
      await printLine(lineOf(event, name ?? '', { colours }))
    }
  }
  if (cursor) note(`\nTo resume from here: rastro tail --since ${cursor}`)
}

async function idsOf(
  texts: string[] | undefined,
  find: (text: string) => Promise<{ id: string }>,
): Promise<string[] | undefined> {
  if (!texts) return undefined
  const ids: string[] = []
  for (const text of texts) ids.push((await find(text)).id)
  return ids
}

function readKinds(text: string): EventKind[] {
  const wanted = text.split(',').map((kind) => kind.trim())
  const unknown = wanted.filter((kind) => !eventKinds.includes(kind as EventKind))
  if (unknown.length === 0) return wanted as EventKind[]
  throw new InvalidArgumentError(`Unknown: ${unknown.join(', ')}. Known kinds: ${eventKinds.join(', ')}.`)
}
