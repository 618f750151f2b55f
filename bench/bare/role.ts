// Who a bare server is in PostgreSQL: an ordinary role that no policy holds. A superuser would be asked for no rights at
// all, also not for every function of a statement, and seem faster than anybody who serves.

import { randomBytes } from 'node:crypto'
import pg from 'pg'
import type { Installation } from '../installation.ts'

const name = 'bare'
const urls = new WeakMap<Installation, Promise<string>>()

/** Where to connect as that role; it is made when first asked for. */
export function bareUrl(installation: Installation): Promise<string> {
  let url = urls.get(installation)
  if (!url) {
    url = createRole(installation)
    urls.set(installation, url)
  }
  return url
}

async function createRole({ engines }: Installation): Promise<string> {
  const superuser = engines.postgres.url('superuser', 'rastro')
  const password = randomBytes(16).toString('hex')
  const client = new pg.Client({ connectionString: superuser })
  await client.connect()
  await client.query(`
    create role ${name} login bypassrls password '${password}';
    grant select, insert, update on all tables in schema public to ${name};
    grant execute on all functions in schema public to ${name}`)
  await client.end()
  const url = new URL(superuser)
  url.username = name
  url.password = password
  return url.href
}
