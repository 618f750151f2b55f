// Checks for a newer release, if the operator has chosen where to look. Nobody is asked otherwise.

import { Type } from 'typebox'
import { Check as matches } from 'typebox/value'
import serverPackage from '../../../package.json' with { type: 'json' }
import type { Check } from './doctor.types.ts'
import { inEnvironment, manually, ok, warning } from './findings.ts'

const timeoutMs = 4_000
const maxBytes = 1_048_576
/** As releases.json. */
const Releases = Type.Array(Type.Object({ version: Type.String({ pattern: '^\\d{1,6}(\\.\\d{1,6}){2}$' }) }))

export const releaseChecks: Check[] = [
  {
    id: 'outbound.releases',
    group: 'outbound',
    about: 'a newer release exists',
    async run({ config }) {
      const { releasesUrl } = config
      if (!releasesUrl) return []
      try {
        const newest = (await fetchVersions(releasesUrl)).toSorted(compareVersions).at(-1)
        if (!newest || compareVersions(newest, serverPackage.version) <= 0)
          return ok(`${serverPackage.version} is the newest release`)
        return warning(
          `${newest} is released, and this is ${serverPackage.version}`,
          'Faults and vulnerabilities that it mends are still here.',
          manually('Read its changelog and docs/upgrade.md.'),
        )
      } catch (error) {
        return warning(
          `RASTRO_RELEASES_URL cannot be read: ${(error as Error).message}`,
          'Newer releases are not noticed.',
          inEnvironment('unset RASTRO_RELEASES_URL'),
        )
      }
    },
  },
]

async function fetchVersions(url: string): Promise<string[]> {
  const response = await fetch(url, { signal: AbortSignal.timeout(timeoutMs) })
  if (!response.ok) throw new Error(`it answered ${response.status}`)
  let text = ''
  for await (const chunk of response.body!.pipeThrough(new TextDecoderStream())) {
    text += chunk
    if (text.length > maxBytes) throw new Error('the answer is too long')
  }
  const releases: unknown = JSON.parse(text)
  if (!matches(Releases, releases)) throw new Error('it is no list of releases')
  return releases.map(({ version }) => version)
}

function compareVersions(left: string, right: string): number {
  return left.localeCompare(right, 'en', { numeric: true })
}
