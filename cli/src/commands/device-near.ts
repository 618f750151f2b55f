import type { NearDevice } from '@rastro/client'
import { Command, InvalidArgumentError } from 'commander'
import type { ClientOptions } from '../connection.ts'
import { asClient, connected } from '../connection.ts'
import { printList, timeOf } from '../listing.ts'
import { wholeFrom } from '../options.ts'

interface NearOptions extends ClientOptions {
  at: { latitude: number; longitude: number }
  radius?: number
  limit?: number
}

export const near = () =>
  asClient(new Command('near'))
    .description('list devices near a point, nearest first')
    .requiredOption('--at <latitude,longitude>', 'the point, in decimal degrees', pointOf)
    .option('--radius <metres>', 'up to this distance; 5000 if absent', wholeFrom(1))
    .option('--limit <number>', 'at most this many devices; 20 if absent', wholeFrom(1))
    .action((options: NearOptions) =>
      connected(options, async (rastro) => {
        const { at, radius, limit } = options
        const query = { ...at, ...(radius && { radius }), ...(limit && { limit }) }
        const { devices } = await rastro.get('/api/devices/near', { query })
        await printList(options, [devices], columns, 'No devices.')
      }),
    )

const columns = {
  id: ({ id }: NearDevice) => id,
  name: ({ name }: NearDevice) => name,
  metres: ({ distance }: NearDevice) => Math.round(distance),
  latitude: ({ lastLocation }: NearDevice) => lastLocation.latitude,
  longitude: ({ lastLocation }: NearDevice) => lastLocation.longitude,
  time: ({ lastLocation }: NearDevice) => timeOf(lastLocation.dateTime),
}

function pointOf(text: string): NearOptions['at'] {
  const match = /^([+-]?\d{1,2}(?:\.\d+)?), ?([+-]?\d{1,3}(?:\.\d+)?)$/.exec(text)
  if (!match) throw new InvalidArgumentError('It must be like 41.3532,-1.6431.')
  return { latitude: Number(match[1]), longitude: Number(match[2]) }
}
