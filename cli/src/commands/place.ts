// Names of points, and points by name.

import type { PlaceResult, Rastro } from '@rastro/client'
import { Command, InvalidArgumentError } from 'commander'
import type { ClientOptions } from '../connection.ts'
import { asClient, connected } from '../connection.ts'
import { printList } from '../listing.ts'
import { print } from '../output.ts'

const number = (text: string) => {
  const value = Number(text)
  if (text.trim() === '' || !Number.isFinite(value))
    throw new InvalidArgumentError('must be degrees, such as 41.35')
  return value
}

const at = () =>
  asClient(new Command('at'))
    .description('print what is at a point: geofence, nearest town, region and country, or sea')
    .argument('<latitude>', 'degrees', number)
    .argument('<longitude>', 'degrees; after -- if it is negative', number)
    .action((latitude: number, longitude: number, options: ClientOptions) =>
      connected(options, async (rastro) => {
        const { place } = await rastro.get('/api/places/reverse', { query: { latitude, longitude } })
        print(options, place, place.name)
      }),
    )

const search = () =>
  asClient(new Command('search'))
    .description('find coordinates in any notation, devices, geofences and towns')
    .argument('<text>', 'such as "Santiago, Chile"')
    .action((text: string, options: ClientOptions) =>
      connected(options, (rastro) => printList(options, resultsOf(rastro, text), columns, 'Nothing found.')),
    )

async function* resultsOf(rastro: Rastro, q: string): AsyncGenerator<PlaceResult[]> {
  const { results } = await rastro.get('/api/places/search', { query: { q } })
  yield results
}

const columns = {
  type: ({ type }: PlaceResult) => type,
  name: ({ name }: PlaceResult) => name,
  detail: ({ detail }: PlaceResult) => detail ?? '',
  latitude: ({ latitude }: PlaceResult) => latitude?.toFixed(5) ?? '',
  longitude: ({ longitude }: PlaceResult) => longitude?.toFixed(5) ?? '',
}

export function placeCommand(): Command {
  return new Command('place').description('names of points, and search').addCommand(at()).addCommand(search())
}
