// Checks the file of towns and regions, which is part of Rastro.

import { checkPlaces } from '../../features/places/place.api.ts'
import type { Check, Finding } from './doctor.types.ts'
import { fault, inShell, manually, ok, shellQuote } from './findings.ts'

export function examinePlaces(folder?: URL): Finding[] {
  const checked = checkPlaces(folder)
  if ('towns' in checked) {
    const [towns, regions] = [checked.towns, checked.regions].map((count) => count.toLocaleString('en'))
    return ok(`place names of ${towns} towns and ${regions} regions, format ${checked.format}`)
  }
  return fault(
    `there are no place names: ${checked.why}`,
    'Positions are named by their coordinates, and searches find no towns. Everything else works.',
    inShell(`cd ${shellQuote(checked.folder)} && sha256sum -c SHA256SUMS`),
    manually('Install this version of Rastro again: the file is part of it. Then restart.'),
  )
}

export const placeChecks: Check[] = [
  {
    id: 'storage.places',
    group: 'storage',
    about: 'the file of place names is missing, damaged, or of another version',
    run: () => examinePlaces(),
  },
]
