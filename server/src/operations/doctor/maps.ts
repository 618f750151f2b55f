// Checks the registered maps, and that chosen providers accept our key.

import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { MapProvider } from '../../config/map-providers.ts'
import type { MapFile } from '../../features/maps/map.types.ts'
import { readRegistry } from '../../features/maps/registry.api.ts'
import type { Check, Finding } from './doctor.types.ts'
import { fault, inMb, inShell, manually, ok, shellQuote, warning } from './findings.ts'

const timeoutMs = 4_000

async function checkFile(directory: string, { name, file, bytes, source }: MapFile): Promise<Finding[]> {
  const found = await stat(join(directory, file)).catch(() => undefined)
  if (found?.size === bytes) return ok(`the map "${name}" has ${inMb(bytes)}`)
  const message = found ? `${file} has ${found.size} bytes, not ${bytes}` : `${file} is missing`
  return warning(
    `the file of the map "${name}" is damaged: ${message}`,
    'Browsers show the built-in map instead of its streets.',
    inShell(`rastro map remove ${name} --yes`),
    manually(`Then add it again: rastro map add ${shellQuote(source)} --name ${name}`),
  )
}

/** Browsers load from providers, so this machine need not reach them. */
async function checkProvider(provider: MapProvider, publicUrl: string): Promise<Finding[]> {
  const { id, name } = provider
  const url = provider.url.replace('LANGUAGE', 'en').replace(/\{[zxy]\}/g, '0')
  try {
    const { status, body } = await fetch(url, {
      headers: { referer: `${new URL(publicUrl).origin}/` },
      signal: AbortSignal.timeout(timeoutMs),
    })
    await body?.cancel()
    if (status !== 401 && status !== 403) return ok(`the map provider ${name} answers ${status}`)
    return fault(
      `the map provider ${name} refuses us (${status})`,
      'Browsers show an empty map if users choose it.',
      manually(
        `Correct the key of "${id}" in RASTRO_MAP_PROVIDER_KEYS, and the sites that it is restricted to.`,
      ),
    )
  } catch (error) {
    const { cause, message } = error as Error
    const reason = cause instanceof Error ? cause.message : message
    return ok(
      `the map provider ${name} is not reachable from here (${reason}); browsers load from it directly`,
    )
  }
}

export const mapChecks: Check[] = [
  {
    id: 'storage.maps',
    group: 'storage',
    about: 'a registered map is damaged or missing',
    async run({ config }) {
      const { mapDir } = config.web
      const { maps, faults } = await readRegistry({ config })
      const broken = faults.map((reason) => {
        const path = join(mapDir, reason.split(':')[0]!)
        return warning(
          `the description of a map cannot be read: ${reason}`,
          'Its streets are not shown.',
          inShell(`rm -f ${shellQuote(path)}`),
        )
      })
      const found = await Promise.all(maps.map((map) => checkFile(mapDir, map)))
      const all = [...broken, ...found].flat()
      return all.length > 0 ? all : ok('no map with streets is registered')
    },
  },
  {
    id: 'outbound.map-providers',
    group: 'outbound',
    about: 'a map provider refuses our key',
    async run({ config }) {
      const { providers } = config.web
      const found = await Promise.all(providers.map((one) => checkProvider(one, config.http.publicUrl)))
      return found.flat()
    },
  },
]
