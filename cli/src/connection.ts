// The server and user of a command: from options, then the environment, then the saved login.

import { readFile } from 'node:fs/promises'
import type { Rastro } from '@rastro/client'
import { apiKeyTokens, createClient, RastroError } from '@rastro/client'
import type { Command } from 'commander'
import { readCredentials } from './credentials.ts'
import { readEnvironment } from './environment.ts'
import { ClientError, sentenceOf, UsageError } from './failure.ts'
import type { Printing } from './output.ts'

export interface Connection {
  url: string
  userName: string
  apiKey: string
  /** Where the key was found, for error messages. */
  keyFrom: string
}

export interface ClientOptions extends Printing {
  url?: string
  as?: string
  apiKeyFile?: string
}

/** Options of every command that calls the API. */
export function asClient(command: Command): Command {
  return command
    .option('--json', 'print JSON')
    .optionsGroup('Connection (see also rastro login):')
    .option('--url <url>', 'address of the server (or RASTRO_URL)')
    .option('--as <user>', 'user name (or RASTRO_USER)')
    .option('--api-key-file <file>', 'file with the API key (or the key itself in RASTRO_API_KEY)')
}

export async function readConnection(options: ClientOptions): Promise<Connection> {
  const env = readEnvironment()
  const url = options.url ?? env.url
  const userName = options.as ?? env.userName
  const key = await readKey(options.apiKeyFile, env.apiKey)
  if (url && userName && key) return { url: toUrl(url), userName, ...key }

  const saved = await readCredentials(env.credentialsFile)
  // A saved key is used only for the server and the user it was saved for.
  const isMeant =
    saved && (!url || toUrl(url) === saved.url) && (!userName || userName === saved.userName) && !key
  if (isMeant) return { ...saved, keyFrom: env.credentialsFile }
  const missing = [
    ...(url ? [] : ['the address (RASTRO_URL or --url)']),
    ...(userName ? [] : ['the user name (RASTRO_USER or --as)']),
    ...(key ? [] : ['the API key (RASTRO_API_KEY or --api-key-file)']),
  ]
  const instead = saved ? ` The saved login is for "${saved.userName}" at ${saved.url}.` : ''
  throw new UsageError(`Run "rastro login" first. Missing: ${missing.join(', ')}.${instead}`)
}

/** Runs the work with a client; an error response becomes an actionable message. */
export async function connected<T>(options: ClientOptions, work: (rastro: Rastro) => Promise<T>): Promise<T> {
  return asking(await readConnection(options), work)
}

export async function asking<T>(connection: Connection, work: (rastro: Rastro) => Promise<T>): Promise<T> {
  const { url, userName, apiKey } = connection
  const rastro = createClient({ url, token: apiKeyTokens({ url, userName, apiKey }) })
  try {
    return await work(rastro)
  } catch (error) {
    throw error instanceof RastroError ? new ClientError(sentenceOf(error, connection)) : error
  }
}

export function toUrl(text: string): string {
  const url = /^https?:\/\//i.test(text) ? text : `https://${text}`
  if (!URL.canParse(url)) throw new UsageError(`"${text}" is not the address of a server.`)
  const { origin, pathname } = new URL(url)
  return `${origin}${pathname.replace(/\/+$/, '')}`
}

async function readKey(
  file: string | undefined,
  ofEnvironment: string | undefined,
): Promise<{ apiKey: string; keyFrom: string } | undefined> {
  if (file === undefined)
    return ofEnvironment ? { apiKey: ofEnvironment, keyFrom: 'RASTRO_API_KEY' } : undefined
  const text = await readFile(file, 'utf8').catch((error) => {
    throw new UsageError(`The API key cannot be read from ${file}: ${error.message}`)
  })
  if (text.trim()) return { apiKey: text.trim(), keyFrom: file }
  throw new UsageError(`${file} contains no API key: it is empty.`)
}
