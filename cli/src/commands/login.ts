import { readFile } from 'node:fs/promises'
import { Command } from 'commander'
import type { ClientOptions, Connection } from '../connection.ts'
import { asClient, asking, connected, readConnection, toUrl } from '../connection.ts'
import { forgetCredentials, keepCredentials } from '../credentials.ts'
import { readEnvironment } from '../environment.ts'
import { UsageError } from '../failure.ts'
import { fieldsOf, print } from '../output.ts'
import { isAtTerminal, prompt, promptSecret } from '../prompt.ts'

export function loginCommand(): Command {
  return asClient(new Command('login'))
    .description('verify an address, user name and API key, and save them for later commands')
    .action(async (options: ClientOptions) => {
      const env = readEnvironment()
      const url = toUrl(await given('the address (--url)', options.url ?? env.url, 'Server address: '))
      const userName = await given('the user name (--as)', options.as ?? env.userName, 'User name: ')
      const apiKey = options.apiKeyFile
        ? (await readFile(options.apiKeyFile, 'utf8')).trim()
        : await promptSecret('API key (hidden): ')
      if (!apiKey)
        throw new UsageError('An API key is required. Create one in the web interface, under API keys.')
      const connection: Connection = { url, userName, apiKey, keyFrom: 'the one you just entered' }
      const { account } = await asking(connection, (rastro) => rastro.get('/api/account'))
      await keepCredentials(env.credentialsFile, { url, userName, apiKey })
      const kept = { url, userName, account: account.name, file: env.credentialsFile }
      print(options, kept, `Signed in to ${url} as ${userName} (${account.name}).\nSaved in ${kept.file}`)
    })
}

async function given(what: string, value: string | undefined, question: string): Promise<string> {
  if (value) return value
  if (!isAtTerminal()) throw new UsageError(`Without a terminal, provide ${what}.`)
  const answer = await prompt(question)
  if (!answer) throw new UsageError('No input.')
  return answer
}

export function logoutCommand(): Command {
  return new Command('logout')
    .description('delete the saved login; the API key itself stays valid')
    .option('--json', 'print JSON')
    .action(async (options: ClientOptions) => {
      const { credentialsFile } = readEnvironment()
      const forgotten = await forgetCredentials(credentialsFile)
      print(options, { forgotten }, forgotten ? `Removed ${credentialsFile}` : 'No login was saved.')
    })
}

export function whoamiCommand(): Command {
  return asClient(new Command('whoami'))
    .description('show the current server, user and account')
    .action(async (options: ClientOptions) => {
      const { url, userName, keyFrom } = await readConnection(options)
      const { account } = await connected(options, (rastro) => rastro.get('/api/account'))
      const { id, name, timeZone, licenses } = account
      const words = fieldsOf({
        server: url,
        user: userName,
        key: keyFrom,
        account: `${name} (${id})`,
        'time zone': timeZone,
        ...(licenses && {
          licenses: `${licenses.total}, ${licenses.used} used, ${licenses.free} free`,
        }),
      })
      print(options, { url, userName, keyFrom, account }, words)
    })
}
