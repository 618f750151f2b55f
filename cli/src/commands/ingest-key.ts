// Ingest keys, and mappings: how a key reads any JSON.

import { readFile } from 'node:fs/promises'
import type { IngestKey, Mapping, MappingTemplate, MappingTest } from '@rastro/client'
import { Command } from 'commander'
import type { ClientOptions } from '../connection.ts'
import { asClient, connected } from '../connection.ts'
import { UsageError } from '../failure.ts'
import { printList, timeOf } from '../listing.ts'
import { fieldsOf, print } from '../output.ts'
import { requireConsent } from '../prompt.ts'

const keyWords = 'ing_…, as "ingest-key list" shows it'
const mappingWords = 'JSON file with the mapping'

const list = () =>
  asClient(new Command('list'))
    .description('list ingest keys, without their secrets')
    .action((options: ClientOptions) =>
      connected(options, async (rastro) => {
        const { ingestKeys } = await rastro.get('/api/ingestKeys')
        await printList(options, [ingestKeys], keyColumns, 'No ingest key.')
      }),
    )

interface CreateOptions extends ClientOptions {
  protocol: IngestKey['protocol']
  name: string
  mapping?: string
}

const create = () =>
  asClient(
    new Command('create')
      .requiredOption('--protocol <protocol>', 'such as owntracks, chirpstack or mapping')
      .requiredOption('--name <name>', 'a name to recognise the key by')
      .option('--mapping <file>', `${mappingWords}, for the protocol mapping`),
  )
    .description('create an ingest key; its URL is printed once')
    .action(({ protocol, name, mapping, ...options }: CreateOptions) =>
      connected(options, async (rastro) => {
        const body = { protocol, name, ...(mapping !== undefined && { mapping: await readMapping(mapping) }) }
        const made = await rastro.post('/api/ingestKeys', { body })
        print(options, made, fieldsOf({ id: made.ingestKey.id, url: made.url, secret: made.secret }))
      }),
    )

const map = () =>
  asClient(new Command('map'))
    .description('replace the mapping of an ingest key; its secret stays the same')
    .argument('<key>', keyWords)
    .argument('<file>', mappingWords)
    .action((ingestKeyId: string, file: string, options: ClientOptions) =>
      connected(options, async (rastro) => {
        const body = await readMapping(file)
        const { ingestKey } = await rastro.put('/api/ingestKeys/{ingestKeyId}/mapping', {
          path: { ingestKeyId },
          body,
        })
        print(options, ingestKey, `Replaced the mapping of ${ingestKey.name}`)
      }),
    )

interface TestOptions extends ClientOptions {
  query?: string
  topic?: string
  form?: boolean
}

const test = () =>
  asClient(
    new Command('test')
      .option('--query <query>', 'what follows the question mark in the URL')
      .option('--topic <topic>', 'of an MQTT message, what follows the id of the key')
      .option('--form', 'the payload is a form, not JSON'),
  )
    .description('show what a mapping makes of a payload; nothing is stored')
    .argument('<file>', mappingWords)
    .argument('<payload>', 'file with what the sender posts')
    .action((file: string, payloadFile: string, { query, topic, form, ...options }: TestOptions) =>
      connected(options, async (rastro) => {
        const body = {
          mapping: await readMapping(file),
          payload: await readText(payloadFile),
          ...(query !== undefined && { query }),
          ...(topic !== undefined && { topic }),
          ...(form && { isForm: true }),
        }
        const { test: outcome } = await rastro.post('/api/mappings/test', { body })
        print(options, outcome, describe(outcome))
        if (outcome.faults.length > 0) process.exitCode = 1
      }),
    )

const templates = () =>
  asClient(new Command('templates'))
    .description('list mappings of known senders; with a name, print one to start from')
    .argument('[name]', 'such as flespi')
    .action((name: string | undefined, options: ClientOptions) =>
      connected(options, async (rastro) => {
        const { templates: all } = await rastro.get('/api/mappings/templates')
        if (name === undefined) return printList(options, [all], templateColumns, 'None.')
        const template = all.find((one) => one.name === name)
        if (!template) throw new UsageError(`There is no template "${name}".`)
        print(options, template.mapping, JSON.stringify(template.mapping, null, 2))
      }),
    )

const remove = () =>
  asClient(new Command('delete').option('--yes', 'skip confirmation'))
    .description('delete an ingest key; it stops working within 5 seconds')
    .argument('<key>', keyWords)
    .action((ingestKeyId: string, options: ClientOptions & { yes?: boolean }) =>
      connected(options, async (rastro) => {
        await requireConsent(`Delete the ingest key ${ingestKeyId}?`, options)
        await rastro.delete('/api/ingestKeys/{ingestKeyId}', { path: { ingestKeyId } })
        print(options, { deleted: ingestKeyId }, `Deleted ${ingestKeyId}`)
      }),
    )

async function readText(file: string): Promise<string> {
  return readFile(file, 'utf8').catch((error) => {
    throw new UsageError(`${file} cannot be read: ${error.message}`)
  })
}

async function readMapping(file: string): Promise<Mapping> {
  const text = await readText(file)
  try {
    return JSON.parse(text) as Mapping
  } catch (error) {
    throw new UsageError(`${file} is not JSON: ${error instanceof Error ? error.message : error}`)
  }
}

function describe({ locations, faults }: MappingTest): string {
  const found = locations.map(({ identifier, isKnown, location }) => {
    const { attributes, ...fields } = location
    const own = attributes === undefined ? undefined : JSON.stringify(attributes)
    return fieldsOf({ identifier, device: isKnown ? 'known' : 'unknown', ...fields, attributes: own })
  })
  const wrong = faults.map(({ item, field, message, start }) => {
    const where = [item === undefined ? [] : `item ${item}`, field, start === undefined ? [] : `at ${start}`]
    return `${where.flat().join(', ')}: ${message}`
  })
  return [...found, ...wrong].join('\n\n')
}

const keyColumns = {
  id: ({ id }: IngestKey) => id,
  protocol: ({ protocol }: IngestKey) => protocol,
  name: ({ name }: IngestKey) => name,
  created: ({ createdAt }: IngestKey) => timeOf(createdAt),
  'last used': ({ lastUsedAt }: IngestKey) => timeOf(lastUsedAt),
  'last fault': ({ lastFault }: IngestKey) => lastFault?.message ?? '',
}
const templateColumns = {
  name: ({ name }: MappingTemplate) => name,
  sender: ({ title }: MappingTemplate) => title,
}

export function ingestKeyCommand(): Command {
  return new Command('ingest-key')
    .description('secrets with which other services report locations, and mappings of their JSON')
    .addCommand(list())
    .addCommand(create())
    .addCommand(map())
    .addCommand(test())
    .addCommand(templates())
    .addCommand(remove())
}
