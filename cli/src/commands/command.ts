import type { Command as DeviceCommand } from '@rastro/client'
import { Argument, Command } from 'commander'
import type { ClientOptions } from '../connection.ts'
import { asClient, connected } from '../connection.ts'
import { UsageError } from '../failure.ts'
import { findDevice } from '../finding.ts'
import { printList, timeOf } from '../listing.ts'
import { wholeFrom } from '../options.ts'
import { fieldsOf, print } from '../output.ts'

const types = ['position', 'interval', 'output', 'reboot', 'raw'] as const
type CommandType = (typeof types)[number]

interface SendOptions extends ClientOptions {
  seconds?: number
  output?: number
  on?: boolean
  off?: boolean
  text?: string
  hex?: string
  validFor?: number
}

const send = () =>
  asClient(
    new Command('send')
      .option('--seconds <number>', 'interval: seconds between reports', wholeFrom(1))
      .option('--output <number>', 'output: which, from 1', wholeFrom(1))
      .option('--on', 'output: switch it on')
      .option('--off', 'output: switch it off')
      .option('--text <text>', 'raw: text, wrapped in the protocol’s frame')
      .option('--hex <bytes>', 'raw: the complete frame')
      .option('--valid-for <seconds>', 'expires if it cannot be sent within this time', wholeFrom(1)),
  )
    .description('send a command to a tracker, now or when it reconnects; at most once')
    .argument('<device>', 'its identifier (IMEI), name, or dev_…')
    .addArgument(new Argument('<type>', 'type of command').choices(types))
    .action((text: string, type: CommandType, options: SendOptions) =>
      connected(options, async (rastro) => {
        const path = { deviceId: (await findDevice(rastro, text)).id }
        const { validFor } = options
        const body = {
          type,
          settings: settingsOf(type, options),
          ...(validFor && { validForSeconds: validFor }),
        }
        const { id, state, expiresAt } = await rastro.post('/api/devices/{deviceId}/commands', { path, body })
        const words = fieldsOf({ command: id, state, 'valid until': timeOf(expiresAt) })
        print(options, { id, state, expiresAt }, words)
      }),
    )

function settingsOf(type: CommandType, { seconds, output, on, off, text, hex }: SendOptions) {
  if (type === 'interval') {
    if (seconds === undefined) throw new UsageError('The type "interval" needs --seconds.')
    return { seconds }
  }
  if (type === 'output') {
    if (output === undefined || on === off)
      throw new UsageError('The type "output" needs --output, and --on or --off.')
    return { output, on: on === true }
  }
  if (type === 'raw') {
    if ((text === undefined) === (hex === undefined))
      throw new UsageError('The type "raw" needs either --text or --hex.')
    return text === undefined ? { hex } : { text }
  }
  return {}
}

const list = () =>
  asClient(new Command('list'))
    .description('list the commands of a device and their status, newest first')
    .argument('<device>', 'its identifier (IMEI), name, or dev_…')
    .action((text: string, options: ClientOptions) =>
      connected(options, async (rastro) => {
        const path = { deviceId: (await findDevice(rastro, text)).id }
        const pages = rastro.pages('/api/devices/{deviceId}/commands', { path, query: { limit: 100 } })
        const columns = {
          id: ({ id }: DeviceCommand) => id,
          created: ({ createdAt }: DeviceCommand) => timeOf(createdAt),
          type: ({ type }: DeviceCommand) => type,
          state: ({ state, reason }: DeviceCommand) => (reason ? `${state}: ${reason}` : state),
          answer: ({ answer }: DeviceCommand) => answer,
        }
        await printList(options, commandsOf(pages), columns, 'No commands.')
      }),
    )

async function* commandsOf(
  pages: AsyncIterable<{ commands: DeviceCommand[] }>,
): AsyncGenerator<DeviceCommand[]> {
  for await (const { commands } of pages) yield commands
}

export function commandCommand(): Command {
  return new Command('command').description('commands to trackers').addCommand(send()).addCommand(list())
}
