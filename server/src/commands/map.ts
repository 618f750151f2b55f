// Maps with streets: archives of the operator, or areas cut out of a remote archive.

import { wholeFrom } from '@rastro/cli/options'
import type { Printing } from '@rastro/cli/output'
import { print, tableOf } from '@rastro/cli/output'
import { requireConsent } from '@rastro/cli/prompt'
import { Command } from 'commander'
import { readConfig } from '../config/config.ts'
import type { MapProvider } from '../config/map-providers.ts'
import { disclosureOf, mapProviders } from '../config/map-providers.ts'
import { addMap } from '../features/maps/add-map.api.ts'
import { getArea, readBox } from '../features/maps/areas.api.ts'
import type { MapFile, MapSize } from '../features/maps/map.types.ts'
import { listMaps, removeMap } from '../features/maps/registry.api.ts'
import { InvalidError } from '../platform/http/errors.ts'
import { showSteps, sizeOf } from './steps.ts'

interface AddOptions extends Printing {
  area?: string
  box?: string
  maxZoom?: number
  name?: string
  yes?: true
}

const contextOf = () => ({ config: readConfig(process.env) })

const add = new Command('add')
  .description('register a PMTiles archive, or cut an area out of one; an interrupted download continues')
  .argument('<source>', 'path of a PMTiles file, or the http(s) address of a remote one')
  .option('--area <name>', 'only this area: a country by name or code, or a region such as "europe"')
  .option('--box <west,south,east,north>', 'only this box, in degrees')
  .option(
    '--max-zoom <zoom>',
    'leave out higher zooms; each has about 3 times the bytes of the one before',
    wholeFrom(0),
  )
  .option('--name <name>', 'name of the map (default: of the area or the file); one of this name is replaced')
  .option('--yes', 'skip confirmation')
  .option('--json', 'print JSON')
  .action(async (source: string, options: AddOptions) => {
    const { area, boxes } = readArea(options)
    const request = { from: source, boxes, maxZoom: options.maxZoom, name: options.name ?? area }
    const map = await showSteps(options.json, (onProgress) =>
      addMap(contextOf(), request, {
        onProgress,
        requireConsent: async (size) => {
          const words = describeSize(size)
          if (!options.json) process.stderr.write(`${words}\n`)
          await requireConsent(`Write ${sizeOf(size.bytes)}?`, options)
        },
      }),
    )
    const { name, schema, maxZoom, bytes } = map
    const words = `Map "${name}" is registered: ${sizeOf(bytes)}, zooms up to ${maxZoom}, schema ${schema}. Browsers show it within 5 minutes.`
    print(options, map, words)
  })

const list = new Command('list')
  .description('list registered maps')
  .option('--json', 'print JSON')
  .action(async (options: Printing) => {
    const maps = await listMaps(contextOf())
    print(
      options,
      maps,
      maps.length > 0 ? tableOfMaps(maps) : 'No map is registered. Add one: rastro map add',
    )
  })

const remove = new Command('remove')
  .description('remove a registered map and delete its file')
  .argument('<name>', 'name of the map')
  .option('--yes', 'skip confirmation')
  .option('--json', 'print JSON')
  .action(async (name: string, options: Printing & { yes?: true }) => {
    await requireConsent(`Remove the map "${name}" and delete its file?`, options)
    const map = await removeMap(contextOf(), name)
    print(options, map, `Map "${name}" is removed.`)
  })

const providers = new Command('providers')
  .description('list map providers that RASTRO_MAP_PROVIDERS can name, and what browsers disclose to them')
  .option('--json', 'print JSON')
  .action((options: Printing) => {
    const chosen = new Set(contextOf().config.web.providers.map(({ id }) => id))
    const shown = mapProviders.map((provider) => ({
      ...provider,
      disclosure: disclosureOf(provider),
      isChosen: chosen.has(provider.id),
    }))
    print(options, shown, shown.map(describeProvider).join('\n\n'))
  })

export const mapCommand = new Command('map')
  .description('manage maps with streets')
  .addCommand(add)
  .addCommand(list)
  .addCommand(remove)
  .addCommand(providers)

function readArea({ area, box }: AddOptions) {
  if (area !== undefined && box !== undefined) {
    throw new InvalidError('maps.area', 'Use either --area or --box.')
  }
  if (area !== undefined) {
    const { name, boxes } = getArea(area)
    return { area: name, boxes }
  }
  return { area: undefined, boxes: box === undefined ? undefined : readBox(box) }
}

function describeSize({ tiles, maxZoom, bytes, bytesToRead, requests }: MapSize): string {
  return `${tiles} tiles up to zoom ${maxZoom}: ${sizeOf(bytesToRead)} to read in ${requests} requests, ${sizeOf(bytes)} on disk.`
}

function describeProvider(provider: MapProvider & { isChosen: boolean }) {
  const { id, name, shows, needsKey, terms, termsUrl, isChosen } = provider
  const facts = [shows, needsKey ? 'needs a key' : 'no key', ...(isChosen ? ['chosen'] : [])].join(', ')
  return `${id}  (${name}: ${facts})\n  ${disclosureOf(provider)}\n  ${terms} ${termsUrl}`
}

function tableOfMaps(maps: MapFile[]): string {
  return tableOf(
    ['name', 'size', 'zooms', 'schema', 'box', 'added', 'source'],
    maps.map(({ name, bytes, minZoom, maxZoom, schema, bounds, addedAt, source }) => [
      name,
      sizeOf(bytes),
      `${minZoom}-${maxZoom}`,
      schema,
      bounds.map((angle) => angle.toFixed(2)).join(','),
      addedAt.slice(0, 10),
      source,
    ]),
  )
}
