// Users who sign in: those of `make` have an API key only.

import type { MadeAccount } from '../server/test/make.ts'
import type { Stage } from './stage.ts'

const password = 'a-password-for-one-test-4711'

export async function makePerson(
  { make, call }: Stage,
  account: MadeAccount,
  fields: object,
): Promise<{ userName: string; password: string }> {
  const email = `person-${crypto.randomUUID()}@example.com`
  const { status, body } = await call('POST', '/api/users', {
    token: await make.passwordToken(account),
    body: { name: 'Pat Person', email, country: 'ES', timeZone: 'UTC', password, ...fields },
  })
  if (status !== 201) throw new Error(`no user: ${JSON.stringify(body)}`)
  return { userName: body.userName, password }
}
