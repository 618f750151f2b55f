// The saved login: one server, user and key, in a file that only its owner can read.

import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { ClientError } from './failure.ts'

export interface Credentials {
  url: string
  userName: string
  apiKey: string
}

export async function readCredentials(file: string): Promise<Credentials | undefined> {
  const text = await readFile(file, 'utf8').catch((error) => {
    if (error.code === 'ENOENT') return undefined
    throw new ClientError(`${file} cannot be read: ${error.message}`)
  })
  if (text === undefined) return undefined
  try {
    const { url, userName, apiKey } = JSON.parse(text)
    if (url && userName && apiKey) return { url, userName, apiKey }
  } catch {}
  throw new ClientError(`${file} is damaged. Run: rastro login`)
}

export async function keepCredentials(file: string, credentials: Credentials): Promise<void> {
  await mkdir(dirname(file), { recursive: true, mode: 0o700 })
  // A new file has the right mode from the start, whatever the mode of the old one.
  const next = `${file}.${process.pid}`
  await rm(next, { force: true })
  await writeFile(next, `${JSON.stringify(credentials, null, 2)}\n`, { mode: 0o600, flag: 'wx' })
  await rename(next, file)
}

/** False if nothing was saved. */
export async function forgetCredentials(file: string): Promise<boolean> {
  return rm(file).then(
    () => true,
    (error) => {
      if (error.code === 'ENOENT') return false
      throw error
    },
  )
}
