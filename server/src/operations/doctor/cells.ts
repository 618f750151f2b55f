// Checks that this cell reaches the directory, is listed correctly, and has reserved all its names.

import type { CellStatus } from '../../features/cells/cell-health.api.ts'
import { getCellStatus } from '../../features/cells/cell-health.api.ts'
import { joinCells } from '../../platform/cells/cells.ts'
import { createLog } from '../../platform/observability/log.ts'
import type { Check } from './doctor.types.ts'
import { fault, inShell, manually, memoize, ok, warning } from './findings.ts'

const join = inShell('rastro cell join')

/** Undefined in a single-cell installation; an error if the directory is unavailable. */
const loadStatus = memoize(async ({ config, db }): Promise<CellStatus | Error | undefined> => {
  const cells = joinCells(config.cells, createLog('silent'), 'rastro-doctor')
  if (!cells) return undefined
  return getCellStatus({ cells, config, db })
    .catch((error: Error) => (error.cause instanceof Error ? error.cause : error))
    .finally(() => cells.end())
})

export const cellChecks: Check[] = [
  {
    id: 'cells.directory',
    group: 'cells',
    about: 'the directory of cells is unavailable',
    needs: 'tables',
    async run(ctx) {
      const status = await loadStatus(ctx)
      if (!status) return []
      if (!(status instanceof Error)) return ok('the directory of cells is available')
      return warning(
        `the directory of cells is unavailable: ${status.message}`,
        'Accounts of this cell keep working. New names cannot be reserved, and requests for other cells fail.',
        manually('Check the PostgreSQL server in RASTRO_DIRECTORY_URL.'),
      )
    },
  },
  {
    id: 'cells.listed',
    group: 'cells',
    about: 'this cell is missing in the directory, or listed with wrong addresses or secret',
    needs: 'tables',
    async run(ctx) {
      const status = await loadStatus(ctx)
      if (!status || status instanceof Error) return []
      const { number, apiUrl, gatewayHost, gatewayPort } = ctx.config.cells
      const { listed } = status
      if (!listed) {
        return fault(
          `cell ${number} is not in the directory`,
          'Accounts cannot be created here, and no requests are forwarded here.',
          join,
        )
      }
      if (!status.hasOurSecret) {
        return fault(
          'RASTRO_SECRET differs from that of the other cells',
          'Requests forwarded by other cells are rejected, and secrets of moved accounts cannot be decrypted.',
          manually('Set the same RASTRO_SECRET in every cell.'),
        )
      }
      const isSame =
        listed.apiUrl === apiUrl && listed.gatewayHost === gatewayHost && listed.gatewayPort === gatewayPort
      if (!isSame) {
        return warning(
          `cell ${number} is listed at ${listed.apiUrl} and ${listed.gatewayHost}:${listed.gatewayPort}, which differs from the settings`,
          'Other cells may fail to forward requests and trackers to this one.',
          join,
        )
      }
      return ok(`cell ${number} is in the directory, at ${listed.apiUrl}`)
    },
  },
  {
    id: 'cells.names',
    group: 'cells',
    about: 'names of this cell are missing in the directory',
    needs: 'tables',
    async run(ctx) {
      const status = await loadStatus(ctx)
      if (!status || status instanceof Error || !status.listed) return []
      const lacking = Object.entries(status.own).flatMap(([kind, own]) => {
        const reserved = status.reserved[kind] ?? 0
        return reserved < own ? [`${own - reserved} of kind "${kind}"`] : []
      })
      if (lacking.length === 0) return ok('the directory has all names of this cell')
      return fault(
        `names of this cell are missing in the directory: ${lacking.join(', ')}`,
        'Another cell could assign them again, and requests with them are not forwarded to this cell.',
        join,
      )
    },
  },
]
