import { readFile } from 'node:fs/promises'
import { Command } from 'commander'
import { ask, askSecret, isAtTerminal } from '../asking.ts'
import type { ClientOptions, Connection } from '../connection.ts'
import { asClient, asking, connected, readConnection, toUrl } from '../connection.ts'
import { forgetCredentials, keepCredentials } from '../credentials.ts'
import { readEnvironment } from '../environment.ts'
import { UsageError } from '../failure.ts'
import { fieldsOf, print } from '../output.ts'

export function loginCommand(): Command {
  return asClient(new Command('login'))
    .description('ask for address, user name and API key, try them, and keep them for later commands')
    .action(async (options: ClientOptions) => {
      const env = readEnvironment()
      const url = toUrl(await given('the address (--url)', options.url ?? env.url, 'Address of the server: '))
      const userName = await given('the user name (--as)', options.as ?? env.userName, 'User name: ')
      const apiKey = options.apiKeyFile
        ? (await readFile(options.apiKeyFile, 'utf8')).trim()
        : await askSecret('API key (it is not shown): ')
      if (!apiKey) throw new UsageError('An API key is needed. The web interface makes one, under API keys.')
      const connection: Connection = { url, userName, apiKey, keyFrom: 'the one you just gave' }
      const { account } = await asking(connection, (rastro) => rastro.get('/api/account'))
      await keepCredentials(env.credentialsFile, { url, userName, apiKey })
      const kept = { url, userName, account: account.name, file: env.credentialsFile }
      print(options, kept, `Signed in to ${url} as ${userName} (${account.name}).\nKept in ${kept.file}`)
    })
}

async function given(what: string, value: string | undefined, question: string): Promise<string> {
  if (value) return value
  if (!isAtTerminal()) throw new UsageError(`Without a terminal, say ${what}.`)
  const answer = await ask(question)
  if (!answer) throw new UsageError('Nothing was answered.')
  return answer
}

export function logoutCommand(): Command {
  return new Command('logout')
    .description('forget what login kept; the API key itself stays valid')
    .option('--json', 'print JSON')
    .action(async (options: ClientOptions) => {
      const { credentialsFile } = readEnvironment()
      const forgotten = await forgetCredentials(credentialsFile)
      print(options, { forgotten }, forgotten ? `Removed ${credentialsFile}` : 'Nothing was kept.')
    })
}

export function whoamiCommand(): Command {
  return asClient(new Command('whoami'))
    .description('say to which server commands go, as which user, in which account')
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
        licenses: `${licenses.total}, ${licenses.used} used, ${licenses.free} free`,
      })
      print(options, { url, userName, keyFrom, account }, words)
    })
}
