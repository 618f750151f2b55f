// The PostgreSQL role of a bare server: an ordinary role exempt from row-level security. A superuser would skip all
// permission checks, also those of every function in a statement, and seem faster than any real server.

import { randomBytes } from 'node:crypto'
import pg from 'pg'
import type { Installation } from '../installation.ts'

const name = 'bare'
const urls = new WeakMap<Installation, Promise<string>>()

/** The URL to connect as that role, which is created at the first call. */
export function bareUrl(installation: Installation): Promise<string> {
  let url = urls.get(installation)
  if (!url) {
    url = createRole(installation)
    urls.set(installation, url)
  }
  return url
}

async function createRole({ services }: Installation): Promise<string> {
  const superuser = services.postgres.url('superuser', 'rastro')
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
