// This cell among others: whether it reaches the directory, stands in it as it is, and has claimed what it has.

import type { CellStanding } from '../../features/cells/cell-health.api.ts'
import { reviewStanding } from '../../features/cells/cell-health.api.ts'
import { joinCells } from '../../platform/cells/cells.ts'
import { createLog } from '../../platform/observability/log.ts'
import type { Check } from './doctor.types.ts'
import { askOnce, byPerson, fault, inShell, ok, warning } from './findings.ts'

const join = inShell('rastro cell join')

/** Undefined where this cell is the only one; an error where the directory did not answer. */
const ask = askOnce(async ({ config, db }): Promise<CellStanding | Error | undefined> => {
  const cells = joinCells(config.cells, createLog('silent'), 'rastro-doctor')
  if (!cells) return undefined
  return reviewStanding({ cells, config, db })
    .catch((error: Error) => (error.cause instanceof Error ? error.cause : error))
    .finally(() => cells.end())
})

export const cellChecks: Check[] = [
  {
    id: 'cells.directory',
    group: 'cells',
    about: 'the directory that cells share does not answer',
    needs: 'tables',
    async look(patient) {
      const standing = await ask(patient)
      if (!standing) return []
      if (!(standing instanceof Error)) return ok('the directory that cells share answers')
      return warning(
        `the directory that cells share does not answer: ${standing.message}`,
        'What lives here goes on. Nobody gets a new name, and whoever lives in another cell is not let through.',
        byPerson('See to the PostgreSQL that RASTRO_DIRECTORY_URL names.'),
      )
    },
  },
  {
    id: 'cells.listed',
    group: 'cells',
    about: 'this cell is not in the directory, or not as it is',
    needs: 'tables',
    async look(patient) {
      const standing = await ask(patient)
      if (!standing || standing instanceof Error) return []
      const { number, apiUrl, gatewayHost, gatewayPort } = patient.config.cells
      const { listed } = standing
      if (!listed) {
        return fault(
          `cell ${number} is not in the directory`,
          'No account is made here, and nobody is sent here.',
          join,
        )
      }
      if (!standing.hasOurSecret) {
        return fault(
          'RASTRO_SECRET is not the one that the cells share',
          'What other cells hand on is not believed, and what an account brings along cannot be opened.',
          byPerson('Give every cell the same RASTRO_SECRET.'),
        )
      }
      const isSame =
        listed.apiUrl === apiUrl && listed.gatewayHost === gatewayHost && listed.gatewayPort === gatewayPort
      if (!isSame) {
        return warning(
          `the others look for cell ${number} at ${listed.apiUrl} and ${listed.gatewayHost}:${listed.gatewayPort}, which is not what is set here`,
          'Callers and trackers that come to other cells may not reach this one.',
          join,
        )
      }
      return ok(`cell ${number} is in the directory, at ${listed.apiUrl}`)
    },
  },
  {
    id: 'cells.claims',
    group: 'cells',
    about: 'the directory lacks names that this cell has',
    needs: 'tables',
    async look(patient) {
      const standing = await ask(patient)
      if (!standing || standing instanceof Error || !standing.listed) return []
      const lacking = Object.entries(standing.own).flatMap(([kind, own]) => {
        const claimed = standing.claimed[kind] ?? 0
        return claimed < own ? [`${own - claimed} of kind "${kind}"`] : []
      })
      if (lacking.length === 0) return ok('the directory has every name that this cell has')
      return fault(
        `the directory lacks names of this cell: ${lacking.join(', ')}`,
        'Another cell could give them out again, and who comes to another cell with one is a stranger there.',
        join,
      )
    },
  },
]
