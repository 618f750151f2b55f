// The live stream in the terminal.

import type { EventKind, Rastro, StreamState } from '@rastro/client'
import { Command, InvalidArgumentError } from 'commander'
import type { ClientOptions } from '../connection.ts'
import { asClient, connected } from '../connection.ts'
import { readEnvironment } from '../environment.ts'
import { findDevice, findGroup } from '../finding.ts'
import { gathered } from '../options.ts'
import { printLine } from '../output.ts'
import type { ToldEvent } from '../tailing/lines.ts'
import { lineOf } from '../tailing/lines.ts'
import { createNames } from '../tailing/names.ts'

const kinds: EventKind[] = ['location', 'alert', 'device', 'notification', 'command']

interface Options extends ClientOptions {
  kinds?: EventKind[]
  device?: string[]
  group?: string[]
  since?: string
}

export function tailCommand(): Command {
  const command = new Command('tail')
    .option('--kinds <kinds>', `only these, with commas between: ${kinds.join(', ')}`, readKinds)
    .option(
      '--device <device>',
      'only this one: identifier (IMEI), name, or dev_…; may be repeated',
      gathered,
    )
    .option('--group <group>', 'only devices of this group; may be repeated', gathered)
    .option('--since <cursor>', 'go on behind this place, as the end of another tail names it')
  return asClient(command)
    .description('show what happens, as it happens, until Ctrl-C')
    .action((options: Options) => connected(options, (rastro) => tail(rastro, options)))
}

async function tail(rastro: Rastro, options: Options): Promise<void> {
  const { kinds, since, json } = options
  const devices = await idsOf(options.device, (text) => findDevice(rastro, text))
  const groups = await idsOf(options.group, (text) => findGroup(rastro, text))
  const names = json ? undefined : await createNames(rastro)
  const end = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => end.abort())
  const say = (text: string) => process.stderr.write(`${text}\n`)
  let wasCut = false
  const onState = (state: StreamState) => {
    if (state === 'live')
      say(wasCut ? '— connected again; nothing was missed' : '— listening; Ctrl-C ends it')
    else
      say(state === 'offline' ? '— still no connection; trying on' : '— the connection was cut; trying again')
    wasCut = state !== 'live'
  }
  let place = since
  const colours = process.stdout.isTTY === true && !readEnvironment().isPlain
  const query = { kinds, devices, groups, after: since }
  for await (const { id, type, data } of rastro.stream(query, { signal: end.signal, onState })) {
    place = id
    if (json) await printLine(JSON.stringify({ cursor: id, ...(type === 'skipped' ? { type, data } : data) }))
    else if (type === 'skipped') say('— too much happened meanwhile: some of it is not shown')
    else {
      const event = data as ToldEvent
      names?.hear(event)
      await printLine(lineOf(event, (await names?.of(event.device)) ?? event.device, { colours }))
    }
  }
  if (place) say(`\nTo go on from here: rastro tail --since ${place}`)
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
  const unknown = wanted.filter((kind) => !kinds.includes(kind as EventKind))
  if (unknown.length === 0) return wanted as EventKind[]
  throw new InvalidArgumentError(`Unknown: ${unknown.join(', ')}. There are ${kinds.join(', ')}.`)
}
