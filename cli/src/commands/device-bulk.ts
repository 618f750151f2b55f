// Changes many devices of a JSON file, in calls of the size that the API accepts.

import { readFile } from 'node:fs/promises'
import { text } from 'node:stream/consumers'
import type { CallOptions, Rastro } from '@rastro/client'
import { Command } from 'commander'
import type { ClientOptions } from '../connection.ts'
import { asClient, connected } from '../connection.ts'
import { UsageError } from '../failure.ts'
import { createFaults, printFaults } from '../importing/faults.ts'
import { print } from '../output.ts'
import { startProgress } from '../progress.ts'
import { requireConsent } from '../prompt.ts'

/** The maximum per call: the server refuses more. */
const maxPerCall = 100
/** In the order of the API: deletions free licenses and identifiers for the rest. */
const actions = ['delete', 'update', 'create'] as const

type Changes = CallOptions<'/api/devices/bulk', 'post'>['body']
type Results = Awaited<ReturnType<typeof send>>

interface BulkOptions extends ClientOptions {
  yes?: boolean
}

export const bulk = () =>
  asClient(new Command('bulk').option('--yes', 'skip confirmation of deletions'))
    .description('delete, update and create many devices; every item succeeds or fails on its own')
    .argument(
      '<file>',
      'JSON, or - for standard input: { "delete": [id, …], "update": [{ "id": …, "patch": { … } }, …], "create": [{ "name": … }, …] }',
    )
    .action((file: string, options: BulkOptions) =>
      connected(options, async (rastro) => {
        const changes = await readChanges(file)
        const deletions = changes.delete?.length ?? 0
        if (deletions > 0) await requireConsent(`Delete ${deletions} devices and all their history?`, options)
        end(options, await sendAll(rastro, changes, options))
      }),
    )

async function readChanges(file: string): Promise<Changes> {
  const json = await (file === '-' ? text(process.stdin) : readFile(file, 'utf8')).catch((error) => {
    throw new UsageError(`${file} cannot be read: ${error.message}`)
  })
  let changes: Changes | null
  try {
    changes = JSON.parse(json)
  } catch (error) {
    throw new UsageError(`${file} is not JSON: ${(error as Error).message}`)
  }
  const isValid = Object.entries(changes ?? {}).every(
    ([name, list]) => actions.some((action) => action === name) && Array.isArray(list),
  )
  if (changes && isValid && countOf(changes) > 0) return changes
  throw new UsageError(
    `${file} must contain only the lists "delete", "update" and "create", and not be empty.`,
  )
}

async function sendAll(rastro: Rastro, changes: Changes, options: BulkOptions): Promise<Results> {
  const results: Results = []
  const total = countOf(changes)
  const progress = startProgress('Devices', options)
  for (const action of actions) {
    const items = changes[action] ?? []
    for (let from = 0; from < items.length; from += maxPerCall) {
      const sent = await send(rastro, { [action]: items.slice(from, from + maxPerCall) }).catch((error) => {
        if (results.length > 0) process.stderr.write(`${results.length} of ${total} items done, then:\n`)
        throw error
      })
      results.push(...sent.map((result) => ({ ...result, index: from + result.index })))
      progress.at(results.length, total)
    }
  }
  progress.end()
  return results
}

function countOf(changes: Changes): number {
  return actions.reduce((count, action) => count + (changes[action]?.length ?? 0), 0)
}

async function send(rastro: Rastro, body: Changes) {
  return (await rastro.post('/api/devices/bulk', { body })).results
}

function end(options: BulkOptions, results: Results): void {
  const faults = createFaults()
  for (const { action, index, success, error, details = [] } of results) {
    if (success) continue
    const reasons = details.map(({ path, message }) => `${path} ${message}`)
    faults.add(`${action}[${index}]`, reasons.join('; ') || (error ?? ''))
  }
  printFaults(options, faults)
  const succeeded = (wanted: string) =>
    results.filter(({ action, success }) => success && action === wanted).length
  const counts = {
    deleted: succeeded('delete'),
    updated: succeeded('update'),
    created: succeeded('create'),
    failed: faults.total,
  }
  const words = Object.entries(counts).map(([what, count]) => `${count} ${what}`)
  print(options, { ...counts, results }, words.join(', '))
  if (faults.total > 0) process.exitCode = 1
}
